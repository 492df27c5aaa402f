// A file system of some megabytes, to be filled: in memory and of its own, so that nothing else of the machine runs out of room.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** In bytes: the last room is less than a large piece. */
const pieces = [1 << 20, 1 << 12]

export class SmallDisk {
  readonly folder: string
  readonly #ballast: string
  readonly #endWithUs = () => void spawnSync('umount', ['-l', this.folder])

  private constructor(folder: string) {
    this.folder = folder
    this.#ballast = join(folder, 'ballast')
    process.once('exit', this.#endWithUs)
  }

  /** undefined where this process may mount nothing. */
  static async mount(megabytes: number): Promise<SmallDisk | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'gamertech-small-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder])
      return new SmallDisk(folder)
    } catch {
      await rm(folder, { recursive: true })
      return undefined
    }
  }

  /** Leaves no byte. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, 'a')
    try {
      for (const bytes of pieces) while (await takes(file, Buffer.alloc(bytes, 1)));
    } finally {
      await file.close()
    }
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true })
  }

  async unmount(): Promise<void> {
    process.off('exit', this.#endWithUs)
    await run('umount', ['-l', this.folder])
    await rm(this.folder, { recursive: true })
  }
}

async function takes(file: { write(bytes: Buffer): Promise<unknown> }, bytes: Buffer): Promise<boolean> {
  try {
    await file.write(bytes)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
