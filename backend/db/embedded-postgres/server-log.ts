// Rotates the server's log: one current file and one previous, both bounded.
import { copyFile, stat, truncate } from 'node:fs/promises'

const mostBytes = 16 * 1024 ** 2
const lookEveryMs = 600_000

/** Moves a log beyond `most` bytes to the same name with '.1'. May lose a line written at that moment. */
export async function shortenLog(logFile: string, most = mostBytes): Promise<void> {
  if ((await stat(logFile)).size <= most) return
  await copyFile(logFile, `${logFile}.1`)
  await truncate(logFile) // the server appends: it goes on at the new end
}

export function keepLogShort(logFile: string): () => void {
  const timer = setInterval(() => void shortenLog(logFile).catch(() => undefined), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
