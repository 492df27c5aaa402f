// How much room there is where this process keeps its files, which is also that of a database that it started itself.
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/** Registers it; it is read at the moment of asking, and left out while there is no such folder. */
export function diskGauges(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'gamertech_disk_bytes',
    help: 'Room of the file system of a folder of this process: used, and free for it',
    labelNames: ['folder', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const room = await statfs(dataDir).catch(() => undefined)
      if (!room) return
      this.set({ folder: 'data', state: 'used' }, (room.blocks - room.bfree) * room.bsize)
      this.set({ folder: 'data', state: 'free' }, room.bavail * room.bsize)
    },
  })
}
