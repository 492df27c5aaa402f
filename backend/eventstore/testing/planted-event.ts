// For tests: events as only another release, or nobody, would write them: straight into the log, past every check.
import type pg from 'pg'
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import { categoryCode, type StreamName, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { library } from './library/library.ts'

export type PlantedEvent = { stream: StreamName; type: string; version?: number; data: unknown }

/** Appends an event as it stands, and returns its position. owner: with the owner's rights. */
export async function plantEvent(
  owner: pg.Pool,
  { stream, type, version = 1, data }: PlantedEvent,
  log: LogDefinition = library,
): Promise<number> {
  await owner.query('insert into es.event_types (name) values ($1) on conflict do nothing', [type])
  const { rows } = await owner.query<{ pos: number }>(
    `with ordered as materialized (select pg_advisory_xact_lock(4242)),
       s as (insert into es.streams as x (id, category, version) select $1, $2, 1 from ordered
         on conflict (id) do update set version = x.version + 1 returning version),
       e as (insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
         select (select coalesce(max(pos), 0) + 1 from es.events), $1, s.version, t.id, $4, $5, $6, now()
         from s, es.event_types t where t.name = $3 returning pos)
     select pos, pg_notify('events', '') from e`,
    [
      streamUuid(log, stream),
      categoryCode(log, stream),
      type,
      version,
      JSON.stringify(data),
      JSON.stringify({ actor: 'operator', cause: 'Planted', correlation: 'planted' }),
    ],
  )
  return rows[0]?.pos ?? 0
}
