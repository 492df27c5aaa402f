import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const hasProc = process.platform === 'linux'

async function ps(column: string, pid: number): Promise<string> {
  const answer = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]).catch(() => undefined)
  return answer?.stdout.trim() ?? ''
}

/** Fields of /proc/PID/stat after the command's name: state first, start time (ticks since boot) twentieth. */
async function statFields(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !(hasProc && (await statFields(pid))[0] === 'Z')
}

export async function startOf(pid: number): Promise<string> {
  return hasProc ? ((await statFields(pid))[19] ?? '') : await ps('lstart', pid)
}

export async function commandOf(pid: number): Promise<string> {
  return hasProc ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : await ps('command', pid)
}

export async function hasEnded(pid: number, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
