// Files in a local folder. Shops on several machines need a shared bucket instead.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStorage } from './file-storage.ts'
import { FileStorageError } from './file-storage-error.ts'

export function folderStorage(folder: string): FileStorage {
  return {
    async put(path, { bytes }) {
      const place = join(folder, path)
      const draft = `${place}.${randomUUID()}.draft`
      try {
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await writeFile(draft, bytes, { mode: 0o600 })
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw failure(error)
      }
    },
    async get(path) {
      try {
        return new Uint8Array(await readFile(join(folder, path)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw failure(error)
      }
    },
    async remove(path) {
      await rm(join(folder, path), { force: true }).catch((error: unknown) => {
        throw failure(error)
      })
    },
  }
}

function failure(error: unknown): FileStorageError {
  const { code } = error as NodeJS.ErrnoException
  return new FileStorageError(`the folder of files cannot be used (${code ?? String(error)})`, { cause: error })
}
