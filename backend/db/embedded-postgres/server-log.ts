// The log of a server that runs for years, in two files of a bounded size: the present one, and the one before it.
import { copyFile, stat, truncate } from 'node:fs/promises'

const mostBytes = 16 * 1024 ** 2
const lookEveryMs = 600_000

/** Begins the log anew once it is longer than so many bytes; what it held stands beside it, under its name with '.1'. A line that is written in this moment may be lost. */
export async function shortenLog(logFile: string, most = mostBytes): Promise<void> {
  if ((await stat(logFile)).size <= most) return
  await copyFile(logFile, `${logFile}.1`)
  await truncate(logFile) // the server appends: it goes on at the new end
}

/** Looks after it from now on; returns what stops that. */
export function keepLogShort(logFile: string): () => void {
  const timer = setInterval(() => void shortenLog(logFile).catch(() => undefined), lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
