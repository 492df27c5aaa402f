// CPU time of processes on Linux, independent of a busy machine.
import { readdir, readFile } from 'node:fs/promises'

/** USER_HZ of /proc, the same on every Linux. */
const ticksPerSecond = 100

/** Seconds; 0 for a process that is gone. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await timesOf(pid)
  return (user + system) / ticksPerSecond
}

/** Includes children, also ended ones. */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  const times = await Promise.all((await familyOf(pid)).map(cpuSecondsOf))
  const [, , endedUser = 0, endedSystem = 0] = await timesOf(pid)
  return times.reduce((sum, one) => sum + one, (endedUser + endedSystem) / ticksPerSecond)
}

/** The process first, then its children. */
export async function familyOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(all.map(parentOf))
  return [pid, ...all.filter((one, nth) => one !== pid && parents[nth] === pid)]
}

/** Ticks: own user and system time, then the ended children's. */
async function timesOf(pid: number): Promise<number[]> {
  return (await fieldsOf(pid)).slice(11, 15).map(Number)
}

async function parentOf(pid: number): Promise<number> {
  return Number((await fieldsOf(pid))[1])
}

/** Fields of /proc/PID/stat after the command's name. */
async function fieldsOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
