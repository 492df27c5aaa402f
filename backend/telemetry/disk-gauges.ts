// Free space of DATA_DIR's disk, which an embedded database shares.
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

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
