// ops status: how far every projection and reactor is, who feeds it, and how fast.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { feederLocks } from '#backend/eventstore/feed.ts'
import type { Generation } from '#backend/eventstore/generation.ts'
import { defineCommand, exitCodes } from './ops-command.ts'
import { readNumber } from './ops-values.ts'

/** Time between the two looks that give the rate, in milliseconds. */
const between = 500

type Standing = Pick<
  Generation,
  'name' | 'kind' | 'generation' | 'version' | 'state' | 'pos' | 'paused' | 'progress' | 'target'
> & {
  /** Events, and seconds since the first one not yet applied was appended. */
  lag: number
  lag_seconds: number
  /** Events a second in the last moment; null where nothing was behind. */
  rate: number | null
  /** Seconds since whoever feeds it gave a sign of life; null: nobody does. */
  heartbeat_seconds: number | null
  /** Events that could not be applied. */
  parked: number
}

const standings = `
  select s.name, s.kind, s.generation, s.version, s.state, s.pos, s.paused, s.progress, s.target,
    h.pos - greatest(s.pos, s.progress) as lag,
    coalesce(extract(epoch from now() - (select at from es.events e where e.pos = s.pos + 1)), 0)::float as lag_seconds,
    greatest(extract(epoch from clock_timestamp() - a.state_change), 0)::float as heartbeat_seconds,
    (select count(*) from es.dead_letters d where d.generation = s.generation) as parked
  from es.subscriptions s
  cross join (select coalesce(max(pos), 0) as pos from es.events) h
  left join pg_locks l on l.locktype = 'advisory' and l.classid = ${feederLocks} and l.objid::int = s.generation and l.objsubid = 2 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
  left join pg_stat_activity a on a.pid = l.pid
  order by s.kind, s.name, s.generation`

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Muestra hasta dónde llegó cada proyección y cada reactor, quién los alimenta y a qué ritmo.',
  operands: [],
  options: {
    'max-lag': {
      type: 'string',
      value: 'SEGUNDOS',
      help: 'termina en 1 si algo que se muestra está más atrás, en pausa, sin alimentar o con eventos apartados',
    },
  },
  async run({ core, ownerPool, print, emit }, { options: { 'max-lag': given } }) {
    const most = given === undefined ? undefined : readNumber('--max-lag', given, 0)
    const head = await core.store.head()
    const rows = await look(ownerPool)
    emit({ head, subscriptions: rows })
    print(`Eventos: ${head}`)
    print(
      table(['NOMBRE', 'TIPO', 'VERSIÓN', 'POSICIÓN', 'ATRASO', 'APARTADOS', 'SEGUNDOS', 'RITMO', 'SEÑAL', 'ESTADO']),
    )
    for (const row of rows) print(table(cells(row)))
    if (most === undefined) return exitCodes.ok
    const late = rows.filter((row) => row.state === 'live' && isLate(row, most))
    return late.length === 0 ? exitCodes.ok : exitCodes.differs
  },
})

async function look(pool: pg.Pool): Promise<Standing[]> {
  const first = await pool.query<Standing>(standings)
  if (first.rows.every(({ lag }) => lag === 0)) return first.rows.map((row) => ({ ...row, rate: null }))
  await sleep(between)
  const { rows } = await pool.query<Standing>(standings)
  const reached = ({ pos, progress }: Standing) => Math.max(pos, progress)
  return rows.map((row) => {
    const before = first.rows.find((other) => other.generation === row.generation)
    return { ...row, rate: before ? Math.round((reached(row) - reached(before)) / (between / 1000)) : null }
  })
}

function isLate(row: Standing, most: number): boolean {
  return row.paused || row.parked > 0 || row.heartbeat_seconds === null || (row.lag > 0 && row.lag_seconds > most)
}

const stateNames = { building: 'en construcción', ready: 'lista', live: 'en uso', kept: 'anterior' }

function cells(row: Standing): (string | number)[] {
  const rest = row.rate && row.lag > 0 ? `, faltan ${Math.ceil(row.lag / row.rate)} s` : ''
  const share = row.target > 0 ? Math.floor((100 * Math.max(row.pos, row.progress)) / row.target) : 100
  const built = row.state === 'building' ? ` ${share} %` : ''
  return [
    row.name,
    row.kind === 'projection' ? 'proyección' : 'reactor',
    row.version,
    row.pos,
    row.lag,
    row.parked,
    row.lag_seconds.toFixed(1),
    row.rate === null ? '-' : `${row.rate}/s`,
    row.heartbeat_seconds === null ? 'nadie' : `hace ${row.heartbeat_seconds.toFixed(1)} s`,
    `${row.paused ? 'en pausa' : stateNames[row.state]}${built}${rest}`,
  ]
}

const widths = [12, 12, 8, 10, 8, 10, 9, 10, 12, 24]

function table(texts: readonly (string | number)[]): string {
  return texts
    .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd()
}
