import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type OpsContext, OpsFailure } from './command.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  ENOTDIR: 'no es una carpeta',
  EISDIR: 'es una carpeta',
  EACCES: 'no hay permiso',
  EPERM: 'no hay permiso',
  EROFS: 'el disco es de solo lectura',
  ENOSPC: 'no queda lugar en el disco',
}

export async function openInput({ stdin }: Pick<OpsContext, 'stdin'>, path: string): Promise<Readable> {
  if (path === '-') return stdin
  const refuse = (reason: string) => new OpsFailure(`No se puede leer ${path}: ${reason}.`)
  const file = await open(path).catch((error: Error) => {
    throw refuse(reasonOf(error) ?? error.message)
  })
  if ((await file.stat()).isDirectory()) throw refuse('es una carpeta')
  return file.createReadStream({ highWaterMark: 2 ** 20 })
}

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
    const reason = reasonOf(error)
    if (reason) throw new OpsFailure(`No se pudo escribir ${path}: ${reason}.`)
    throw error
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined
}
