// Checks that partitions cover successive positions and that the recent view starts within the log.
import type pg from 'pg'
import type { Tally } from '#backend/ops/verify/finding.ts'

type Bounds = { number: number; name: string; first: number; upto: number | null }

export async function verifyBounds(client: pg.ClientBase, tally: Tally): Promise<void> {
  const { rows } = await client.query<Bounds>('select number, name, first, upto from es.list_partitions()')
  let [number, upto] = [0, 0]
  for (const partition of rows) {
    if (partition.number !== number + 1 || partition.first !== upto + 1 || partition.upto === null)
      tally.add(
        partition.name,
        `esquema: la partición ${partition.name} toma las posiciones ${partition.first} a ${partition.upto ?? 'todas las que siguen'}, y corresponde que sea events__${number + 1} desde la ${upto + 1}`,
      )
    ;[number, upto] = [partition.number, partition.upto ?? Number.POSITIVE_INFINITY]
  }
  const { rows: shown } = await client.query<{ head: number; shown: number }>(
    `select coalesce(max(pos), 0) as head, coalesce(substring(pg_get_viewdef('es.recent_events'::regclass) from '>= ''?([0-9]+)')::bigint, 1) as shown
     from es.events`,
  )
  const { head = 0, shown: from = 1 } = shown[0] ?? {}
  const written = rows.find(({ first, upto: last }) => first <= Math.max(head, 1) && (last === null || last >= head))
  if (written && from > written.first)
    tally.add(
      'es.recent_events',
      `esquema: es.recent_events muestra desde la posición ${from}, y el registro se escribe en la partición que empieza en la ${written.first}`,
    )
}
