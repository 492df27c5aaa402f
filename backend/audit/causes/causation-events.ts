import type pg from 'pg'
import { type LogReader, lookUp, viewEventAt } from '#backend/audit/event-query.ts'
import { type EventView, storedColumns, viewEvents } from '#backend/audit/event-view.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { findJobsOf } from '#backend/jobs/jobs-of-events.ts'
import { causationTree } from './causation-tree.ts'
import { type Compensation, findCompensations, followed, reach, takenBackOf } from './compensations.ts'

/** Limits a tree: a bulk change causes tens of thousands of events. */
export const mostCauses = 300

export async function findCauses(reader: LogReader, position: number, { unseal }: { unseal: boolean }) {
  const chain = await chainTo(reader, position)
  const [asked] = chain
  if (!asked) return null
  const takenBack = followed(await findCompensations(reader, chain, reach.asked), positionsOf(chain))
  const { events, left } = await familyOf(reader, chain, takenBack, unseal)
  const jobs = await findJobsOf(reader.pool, positionsOf(events))
  const compensations = [...takenBack, ...(await findCompensations(reader, events, reach.listed))]
  const commands = causationTree(events, await commandEnds(reader.pool, events), {
    jobs,
    takenBack: takenBackOf(compensations.toSorted((a, b) => a.position - b.position)),
  })
  return { correlation: asked.correlation, commands, left }
}

const positionsOf = (events: readonly { position: number }[]) => events.map(({ position }) => position)

/** The event and its causes, nearest first, each found by position. */
async function chainTo(reader: LogReader, position: number): Promise<EventView[]> {
  const chain: EventView[] = []
  for (let next: number | undefined = position; next !== undefined; ) {
    const event: EventView | undefined = await viewEventAt(reader, next)
    if (event) chain.push(event)
    next = event?.causation
  }
  return chain
}

/**
 * Collects events that share a request with the chain, its undos, or the first event of a stream in the chain: a
 * payment's notice carries another request than its order's 'Pagar'. Keeps the chain, first events and undos, then the
 * nearest others.
 */
async function familyOf(
  { pool, store }: LogReader,
  chain: readonly EventView[],
  takenBack: readonly Compensation[],
  unseal: boolean,
): Promise<{ events: EventView[]; left: number }> {
  const { rows: beginnings } = await pool.query<{ pos: number; correlation: string }>(
    `select b.pos, b.meta->>'correlation' as correlation from es.events e
       join es.events b on b.stream_id = e.stream_id and b.version = 1 where e.pos = any($1)`,
    [positionsOf(chain)],
  )
  const correlations = new Set([...chain, ...takenBack, ...beginnings].map((event) => event.correlation))
  const always = [...positionsOf([...chain, ...takenBack]), ...beginnings.map(({ pos }) => pos)]
  const rows = await lookUp<StoredEvent & { family: number }>(pool, {
    text: `select ${storedColumns}, count(*) over () as family from es.events where meta->>'correlation' = any($1)
      order by pos = any($2) desc, abs(pos - $3) limit ${mostCauses}`,
    values: [[...correlations], always, chain[0]?.position],
  })
  const events = await viewEvents(
    store,
    rows.toSorted((a, b) => a.pos - b.pos),
    { unseal },
  )
  return { events, left: Number(rows[0]?.family ?? 0) - rows.length }
}

async function commandEnds(pool: pg.Pool, events: readonly EventView[]): Promise<Set<number>> {
  const text = 'select pos from es.commands where pos = any($1)'
  const { rows } = await pool.query<{ pos: number }>(text, [positionsOf(events)])
  return new Set(rows.map((row) => row.pos))
}
