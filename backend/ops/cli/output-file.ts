// Writes a file completely or not at all, or to the standard output.
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OpsFailure } from './command.ts'
import { fileReason } from './file-reason.ts'

/** Replaces the file only after everything is written. Returns the number of bytes. */
export async function writeWhole(path: string, texts: AsyncIterable<string>, signal: AbortSignal): Promise<number> {
  const unfinished = `${path}.${process.pid}.part`
  // Exports hold private data: only the owner may read the file.
  const file = createWriteStream(unfinished, { mode: 0o600 })
  try {
    await pipeline(Readable.from(texts), file, { signal })
    await syncFile(unfinished)
    await rename(unfinished, path)
    return file.bytesWritten
  } catch (error) {
    await rm(unfinished, { force: true })
    const reason = fileReason(error)
    if (reason) throw new OpsFailure(`No se pudo escribir ${path}: ${reason}.`)
    throw error
  }
}

export async function writeThrough(out: Writable, texts: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  for await (const text of texts) {
    signal.throwIfAborted()
    if (!out.write(text))
      await new Promise<void>((resolve, reject) => {
        const stop = () => reject(signal.reason as Error)
        signal.addEventListener('abort', stop, { once: true })
        out.once('drain', () => {
          signal.removeEventListener('abort', stop)
          resolve()
        })
      })
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path)
  await file.sync()
  await file.close()
}
