// Checks that partitions cover successive positions and that the recent view starts within the log.
import type pg from 'pg'
import type { Tally } from '#backend/ops/verify/finding.ts'
import { tallyOf } from '#backend/ops/verify/one-moment.ts'

export async function verifyBounds(client: pg.ClientBase, tally: Tally): Promise<void> {
  const gaps = `
    select name as subject, format('esquema: la partición %s toma las posiciones %s a %s, y corresponde que sea events__%s desde la %s',
      name, first, coalesce(upto::text, 'todas las que siguen'), before + 1, reached + 1) as message
    from (select *, lag(number, 1, 0) over (order by first) as before, lag(upto, 1, 0) over (order by first) as reached from es.list_partitions()) p
    where number <> before + 1 or first is distinct from reached + 1 or upto is null`
  await tallyOf(client, tally, gaps)
  const late = `
    select 'es.recent_events' as subject, format('esquema: es.recent_events muestra desde la posición %s, y el registro se escribe en la partición que empieza en la %s', shown, first) as message
    from (select coalesce(substring(pg_get_viewdef('es.recent_events'::regclass) from '>= ''?([0-9]+)')::bigint, 1) as shown,
        greatest((select max(pos) from es.events), 1) as head) s
      join es.list_partitions() p on p.first <= head and coalesce(p.upto, head) >= head
    where shown > first`
  await tallyOf(client, tally, late)
}
