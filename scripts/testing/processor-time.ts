// How long processes have computed, as Linux tells it: what a busy machine does not change about a piece of work.
import { readdir, readFile } from 'node:fs/promises'

/** Of the kernel's times in /proc: USER_HZ, the same on every Linux. */
const ticksPerSecond = 100

/** Processor time of one process until now, in seconds; 0 of one that is gone. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = await timesOf(pid)
  return (user + system) / ticksPerSecond
}

/** The same of a process and its children, also of those that have ended. */
export async function cpuSecondsOfFamily(pid: number): Promise<number> {
  const times = await Promise.all((await familyOf(pid)).map(cpuSecondsOf))
  const [, , endedUser = 0, endedSystem = 0] = await timesOf(pid)
  return times.reduce((sum, one) => sum + one, (endedUser + endedSystem) / ticksPerSecond)
}

/** A process, which comes first, and its children. */
export async function familyOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(all.map(parentOf))
  return [pid, ...all.filter((one, nth) => one !== pid && parents[nth] === pid)]
}

/** In ticks: as user and as system, and the same of its children that have ended. */
async function timesOf(pid: number): Promise<number[]> {
  return (await fieldsOf(pid)).slice(11, 15).map(Number)
}

async function parentOf(pid: number): Promise<number> {
  return Number((await fieldsOf(pid))[1])
}

/** Of /proc/PID/stat what stands behind the command's name. */
async function fieldsOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ')
}
