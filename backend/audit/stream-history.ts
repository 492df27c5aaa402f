// Reads a stream with the state after each event.

import type pg from 'pg'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import { type Change, changesBetween } from './changes-between.ts'
import { foldOf } from './entity-deciders.ts'
import { nextQuery } from './event-query.ts'
import type { EventView } from './event-view.ts'

export type Step = { event: EventView; state: unknown; changes: Change[] }

export async function readStream(pool: pg.Pool, stream: StreamOf<ShopLog>): Promise<StoredEvent[]> {
  const rows: StoredEvent[] = []
  for (;;) {
    const page = await pool.query<StoredEvent>(nextQuery({ stream, afterVersion: rows.length }))
    rows.push(...page.rows)
    if (page.rows.length === 0) return rows
  }
}

export function foldSteps(stream: string, events: readonly EventView[]): Step[] {
  const fold = foldOf(stream)
  let state = fold?.initial
  return events.map((event) => {
    const before = state
    state = fold?.evolve(state, event as AnyEvent)
    return { event, state, changes: changesBetween(before, state) }
  })
}
