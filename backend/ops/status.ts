// ops status: how far every projection and reactor is.
import { defineCommand } from './ops-command.ts'

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Muestra hasta dónde llegó cada proyección y cada reactor.',
  operands: [],
  options: {},
  async run({ core, print, emit }) {
    const head = await core.store.head()
    const rows = await core.db.selectFrom('es.subscriptions').selectAll().orderBy('kind').orderBy('name').execute()
    const parked = await core.db
      .selectFrom('es.dead_letters')
      .select(({ fn }) => ['projection', fn.countAll<number>().as('events')])
      .groupBy('projection')
      .execute()
    const parkedOf = (name: string) => parked.find((other) => other.projection === name)?.events ?? 0
    emit({ head, subscriptions: rows.map((row) => ({ ...row, lag: head - row.pos, parked: parkedOf(row.name) })) })
    print(`Eventos: ${head}`)
    print(table(['NOMBRE', 'TIPO', 'VERSIÓN', 'POSICIÓN', 'ATRASO', 'APARTADOS', 'ÚLTIMO AVANCE']))
    for (const row of rows) {
      const moved = row.updated_at.toISOString()
      print(
        table([
          row.name,
          row.kind === 'projection' ? 'proyección' : 'reactor',
          row.version,
          row.pos,
          head - row.pos,
          parkedOf(row.name),
          moved,
        ]),
      )
    }
    return 0
  },
})

const widths = [12, 12, 8, 10, 8, 10, 26]

function table(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd()
}
