// Checks streams and command ids: versions in log order, the rows of es.streams, ids of accepted commands.
import type pg from 'pg'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import { Tally } from './finding.ts'
import { countOf, tallyOf } from './one-moment.ts'

type StreamRow = {
  id: string
  events: number | null
  last: number | null
  version: number | null
  category: number | null
  /** Position and version of the first event out of order. */
  astray: [number, number] | null
}

/** Sorts about a million events without the disk. */
const sorting = "set local work_mem = '64MB'"

/** Each stream has versions 1..n in log order, and its row holds n and the category of its id. */
export async function verifyStreams(client: pg.ClientBase): Promise<Tally[]> {
  const tally = new Tally('versions', await countOf(client, 'es.streams'))
  const sql = `
    select coalesce(s.id, e.stream_id) as id, e.events, e.last, e.astray, s.version, s.category from es.streams s full join (
      select stream_id, count(*) as events, max(version) as last, min(array[pos, version]) filter (where version <> nth) as astray
      from (select stream_id, version, pos, row_number() over (partition by stream_id order by pos) as nth from es.events) n
      group by stream_id) e on e.stream_id = s.id
    where s.version is distinct from e.last or e.events is distinct from e.last or e.astray is not null
      or s.category <> ('x' || left(s.id::text, 4))::bit(16)::int
    order by 1`
  await client.query(sorting)
  return [
    await tallyOf<StreamRow>(client, tally, { sql }, (row) => {
      const stream = streamName(shopLog, row.id)
      return { subject: stream, message: `stream ${stream}: ${streamFault(row)}` }
    }),
  ]
}

function streamFault({ events, last, version, astray, category }: StreamRow): string {
  if (events !== last || version !== last)
    return `tiene ${events ?? 0} eventos, el último de versión ${last ?? 0}, y su fila dice ${version ?? 'nada'}`
  if (astray) return `en la posición ${astray[0]} tiene la versión ${astray[1]}, que no es la que sigue`
  return `su fila dice que es de la categoría ${category}, su id otra cosa`
}

/** Command ids are deleted after thirty days, an hour's work at a time. */
const surelyKept = "interval '29 days'"

/**
 * Every recent entry left its command id. A change of metadata marks the end of an entry; the scan starts at the first
 * recent event.
 */
export async function verifyCommands(client: pg.ClientBase): Promise<Tally[]> {
  const tally = new Tally('commands', await countOf(client, 'es.commands'))
  // One subselect instead of a clock reading per event, which would cost more than the row.
  const since = `(select clock_timestamp() - ${surelyKept})`
  const lacking = `
    select pos from (
      select pos, at, meta::text is distinct from lead(meta::text) over (order by pos) as is_last
      from es.events where pos > (select coalesce(max(upto), 0) from es.imports)
        and pos >= (select min(pos) from es.events where at > ${since})) e
    where is_last and at > ${since}
      and not exists (select from es.commands c where c.pos = e.pos and c.at > e.at - interval '1 hour') order by pos`
  await tallyOf<{ pos: number }>(client, tally, { sql: lacking }, ({ pos }) => ({
    subject: pos,
    message: `comando de la posición ${pos}: falta su id, y repetido se aceptaría otra vez`,
  }))
  const wrong = `
    select id, pos, at > clock_timestamp() + interval '1 minute' as is_ahead, head
    from es.commands, (select coalesce(max(pos), 0) as head from es.events) e
    where pos < 1 or pos > head or at > clock_timestamp() + interval '1 minute' or digest <> es.command_digest(id, pos, fingerprint)
    order by pos, id`
  type Wrong = { id: string; pos: number; is_ahead: boolean; head: number }
  await tallyOf<Wrong>(client, tally, { sql: wrong }, ({ id, ...row }) => ({
    subject: id,
    message: `comando ${id}: ${commandFault(row)}`,
  }))
  return [tally]
}

function commandFault({ pos, is_ahead, head }: { pos: number; is_ahead: boolean; head: number }): string {
  if (pos < 1 || pos > head) return `dice la posición ${pos}, y el registro va de 1 a ${head}`
  return is_ahead ? 'su hora está por venir' : `dice la posición ${pos}, y no se aceptó así`
}
