// Applies parked events of a projection or reactor once more.
import type pg from 'pg'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { foldRows } from '#backend/eventstore/projections/fold-rows.ts'
import { type Generation, tableOf } from '#backend/eventstore/projections/generation.ts'
import {
  knownRowsOf,
  type LeftOut,
  onlyRows,
  type PoisonedEvent,
  type Projection,
  type RowKey,
} from '#backend/eventstore/projections/projection.ts'
import { applyAccepted, park, writeAccepted } from '#backend/eventstore/projections/row-writer.ts'
import { applyReactions } from '#backend/eventstore/subscriptions/reaction.ts'
import { isReactor, type Subscription } from '#backend/eventstore/subscriptions/subscription.ts'

export type ParkedEvent = Pick<PoisonedEvent, 'by' | 'key' | 'position'>
export type ParkedPage = { letters: readonly ParkedEvent[]; events: readonly Decoded[] }
export type RetriedWork = {
  apply(page: ParkedPage, left: LeftOut): Promise<readonly PoisonedEvent[]>
  finish?(left: LeftOut): Promise<readonly PoisonedEvent[]>
}
type Parts<Of extends Subscription = Projection> = {
  client: pg.ClientBase
  store: EventStore
  subscription: Of
  live: Generation
}

export function retriedWork({ subscription, ...parts }: Parts<Subscription>): RetriedWork {
  if (isReactor(subscription)) {
    const target = { reactor: subscription, generation: parts.live }
    return { apply: ({ events }, left) => applyReactions(parts.client, target, events, left) }
  }
  return subscription.streams === 'any' ? addingUp({ ...parts, subscription }) : foldingAnew({ ...parts, subscription })
}

/** The order of streams does not matter to these rows, so parked events may be applied late. */
function addingUp({ client, subscription, live }: Parts): RetriedWork {
  return {
    async apply({ letters, events }, left) {
      const target = { projection: onlyParked(subscription, letters), generation: live }
      return (await applyAccepted(client, target, events, left)).poisoned
    },
  }
}

function foldingAnew({ client, store, subscription: projection, live }: Parts): RetriedWork {
  const asked = new Map<string, number>()
  const touched = new Map<string, { key: RowKey; position: number }>()
  return {
    async apply({ letters, events }, left) {
      for (const { by, key, position } of letters) if (by === 'row' && !asked.has(key)) asked.set(key, position)
      const noRows = onlyRows(projection, () => false)
      const { poisoned } = await applyAccepted(client, { projection: noRows, generation: live }, events, left)
      const parked = new Set(poisoned.map(({ position }) => position))
      for (const event of events.filter(({ position }) => !parked.has(position)))
        for (const { text, key } of knownRowsOf(onlyParked(projection, letters), event))
          if (!touched.has(text)) touched.set(text, { key, position: event.position })
      return poisoned
    },
    async finish({ parked, skips }) {
      const keys = new Map([...touched].map(([text, { key }]) => [text, key]))
      const from = { store, projection, skips, parked: parked.stream, to: live.pos }
      const { rows, poisoned } = await foldRows(client, from, keys)
      const refused = await writeAccepted(client, { projection, table: tableOf(live) }, rows)
      for (const [key, error] of refused)
        poisoned.push({ by: 'row', key, position: touched.get(key)?.position ?? 0, error })
      for (const [key, position] of asked)
        if (!touched.has(key)) poisoned.push({ by: 'row', key, position, error: 'no such row is touched here' })
      await client.query('delete from es.dead_letters where generation = $1 and key = any($2) and stream_id is null', [
        live.generation,
        [...touched.keys()],
      ])
      await park(client, live, poisoned)
      return poisoned
    },
  }
}

/** Applies each event only to rows that it was parked for: the others already have it. */
function onlyParked(projection: Projection, letters: readonly ParkedEvent[]): Projection {
  const whole = new Set(letters.filter(({ by }) => by === 'stream').map(({ position }) => position))
  const single = new Set(letters.filter(({ by }) => by === 'row').map(({ position, key }) => `${position} ${key}`))
  return onlyRows(projection, (text, { position }) => whole.has(position) || single.has(`${position} ${text}`))
}
