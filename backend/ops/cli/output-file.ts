// Writes a file completely or not at all.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OpsFailure } from './command.ts'
import { fileReason } from './file-reason.ts'

/** Replaces the file only after everything is written. */
export async function writeWhole(path: string, texts: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const unfinished = `${path}.${process.pid}.part`
  // Exports hold private data: only the owner may read the file.
  const file = createWriteStream(unfinished, { mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(texts), file, { signal })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    const reason = fileReason(error)
    if (reason) throw new OpsFailure(`No se pudo escribir ${path}: ${reason}.`)
    throw error
  }
}
