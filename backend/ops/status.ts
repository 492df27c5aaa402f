// ops status: how far every projection and reactor is.
import type { OpsCommand } from './ops-command.ts'

export const statusCommand: OpsCommand = {
  usage: 'status',
  async run({ core, print }) {
    const head = await core.store.head()
    const rows = await core.db.selectFrom('es.subscriptions').selectAll().orderBy('kind').orderBy('name').execute()
    const parked = await core.db
      .selectFrom('es.dead_letters')
      .select(({ fn }) => ['projection', fn.countAll<number>().as('events')])
      .groupBy('projection')
      .execute()
    print(`Eventos: ${head}`)
    print(table(['NOMBRE', 'TIPO', 'VERSIÓN', 'POSICIÓN', 'ATRASO', 'APARTADOS', 'ÚLTIMO AVANCE']))
    for (const row of rows) {
      const letters = parked.find((other) => other.projection === row.name)?.events ?? 0
      const moved = row.updated_at.toISOString()
      print(
        table([
          row.name,
          row.kind === 'projection' ? 'proyección' : 'reactor',
          row.version,
          row.pos,
          head - row.pos,
          letters,
          moved,
        ]),
      )
    }
    return 0
  },
}

const widths = [12, 12, 8, 10, 8, 10, 26]

function table(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd()
}
