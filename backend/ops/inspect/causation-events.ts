// The events that led to one another, read from the log.
import type pg from 'pg'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { OpsContext } from '#backend/ops/cli/command.ts'
import { lookUp } from './event-query.ts'
import { type EventView, storedColumns, viewEvents } from './event-view.ts'

/** The event and, from near to far, the events that led to it; each is found by its position. */
export async function chainTo(context: OpsContext, position: number): Promise<EventView[]> {
  const chain: EventView[] = []
  for (let next: number | undefined = position; next !== undefined; ) {
    const text = `select ${storedColumns} from es.events where pos = $1`
    const { rows } = await context.ownerPool.query<StoredEvent>(text, [next])
    const [event] = await viewEvents(context.core, rows, { unseal: false })
    if (event) chain.push(event)
    next = event?.causation
  }
  return chain
}

/**
 * Everything that shares a request with the chain, or with the beginning of a stream in it: a payment's notice knows nothing of the press of
 * 'Pagar' that its order began with.
 */
export async function familyOf(
  context: OpsContext,
  chain: readonly EventView[],
  unseal: boolean,
): Promise<EventView[]> {
  const { rows: beginnings } = await context.ownerPool.query<{ correlation: string }>(
    `select b.meta->>'correlation' as correlation from es.events e
       join es.events b on b.stream_id = e.stream_id and b.version = 1 where e.pos = any($1)`,
    [chain.map((event) => event.position)],
  )
  const correlations = new Set([...chain, ...beginnings].map((event) => event.correlation))
  const rows = await lookUp(context.ownerPool, {
    text: `select ${storedColumns} from es.events where meta->>'correlation' = any($1) order by pos`,
    values: [[...correlations]],
  })
  return viewEvents(context.core, rows, { unseal })
}

/** The positions among these events that a command ended with. */
export async function commandEnds(pool: pg.Pool, events: readonly EventView[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ pos: number }>('select pos from es.commands where pos = any($1)', [
    events.map((event) => event.position),
  ])
  return new Set(rows.map((row) => row.pos))
}
