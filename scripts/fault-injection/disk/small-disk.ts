// A small in-memory file system that can be filled without affecting the machine.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export class SmallDisk {
  readonly folder: string
  readonly #ballast: string
  readonly #endWithUs = () => void spawnSync('umount', ['-l', this.folder])

  private constructor(folder: string) {
    this.folder = folder
    this.#ballast = join(folder, 'ballast')
    process.once('exit', this.#endWithUs)
  }

  /** Undefined if this process may not mount. */
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

  /** The program fails once no page of room is left. */
  async fill(): Promise<void> {
    await run('dd', ['if=/dev/zero', `of=${this.#ballast}`, 'bs=4096']).catch(() => undefined)
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
