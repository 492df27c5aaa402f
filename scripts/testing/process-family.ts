// A process and its children, on Linux.
import { readdir, readFile } from 'node:fs/promises'

/** The process first, then its children. */
export async function familyOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(all.map(parentOf))
  return [pid, ...all.filter((one, nth) => one !== pid && parents[nth] === pid)]
}

/** Its number stands second behind the command's name in /proc/PID/stat. */
async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text === '' ? 0 : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}
