import type { SqlCheck } from './one-moment.ts'

/** Each stream has versions 1..n in log order, and its row holds n and the category of its id. */
export const streamCheck: SqlCheck = {
  check: 'versions',
  counted: 'es.streams',
  // `astray`: position and version of the first event out of order.
  wrong: `
    select format('{%s}', coalesce(s.id, e.stream_id)) as subject, format('stream {%s}: ', coalesce(s.id, e.stream_id)) || case
        when (e.events, s.version) is distinct from (e.last, e.last) then format('tiene %s eventos, el último de versión %s, y su fila dice %s',
          coalesce(e.events, 0), coalesce(e.last, 0), coalesce(s.version::text, 'nada'))
        when astray is not null then format('en la posición %s tiene la versión %s, que no es la que sigue', astray[1], astray[2])
        else format('su fila dice que es de la categoría %s, su id otra cosa', s.category) end as message
    from es.streams s full join (
      select stream_id, count(*) as events, max(version)::bigint as last, min(array[pos, version]) filter (where version <> nth) as astray
      from (select stream_id, version, pos, row_number() over (partition by stream_id order by pos) as nth from es.events) n
      group by stream_id) e on e.stream_id = s.id
    where (e.events, s.version) is distinct from (e.last, e.last) or e.astray is not null
      or s.category <> ('x' || left(s.id::text, 4))::bit(16)::int
    order by 1`,
}

/** Command ids are deleted after thirty days, an hour's work at a time. */
const surelyKept = "interval '29 days'"
/** One subselect instead of a clock reading per event, which would cost more than the row. */
const since = `(select clock_timestamp() - ${surelyKept})`

/** Every recent entry left its command id. Other metadata begin another entry; the scan starts at a recent event. */
const lackingCommands = `
    select pos as subject, format('comando de la posición %s: falta su id, y repetido se aceptaría otra vez', pos) as message from (
      select pos, at, meta::text is distinct from lead(meta::text) over (order by pos) as is_last
      from es.events where pos > (select coalesce(max(upto), 0) from es.imports)
        and pos >= (select min(pos) from es.events where at > ${since})) e
    where is_last and at > ${since}
      and not exists (select from es.commands c where c.pos = e.pos and c.at > e.at - interval '1 hour') order by pos`

const wrongCommands = `
    select id as subject, format('comando %s: ', id) || case
        when pos < 1 or pos > head then format('dice la posición %s, y el registro va de 1 a %s', pos, head)
        when at > clock_timestamp() + interval '1 minute' then 'su hora está por venir'
        else format('dice la posición %s, y no se aceptó así', pos) end as message
    from es.commands, (select coalesce(max(pos), 0) as head from es.events) e
    where pos < 1 or pos > head or at > clock_timestamp() + interval '1 minute' or digest <> es.command_digest(id, pos, fingerprint)
    order by pos, id`

export const commandChecks: readonly SqlCheck[] = [
  { check: 'commands', counted: 'es.commands', wrong: lackingCommands },
  { check: 'commands', wrong: wrongCommands },
]
