// Runs a reactor on a page, event by event, so that a bad event harms only its own stream.
import type pg from 'pg'
import { type Decoded, Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Generation } from '#backend/eventstore/projections/generation.ts'
import {
  behindAnother,
  isBehind,
  type LeftOut,
  type PoisonedEvent,
  reasonOf,
  skipText,
} from '#backend/eventstore/projections/projection.ts'
import { attempt, park } from '#backend/eventstore/projections/row-writer.ts'
import type { Reactor } from './subscription.ts'

export type ReactorTarget = { reactor: Reactor; generation: Pick<Generation, 'name' | 'generation'> }
type Reaction = { event: RecordedEvent; work: readonly unknown[] }

export async function applyReactions(
  client: pg.ClientBase,
  { reactor, generation }: ReactorTarget,
  events: readonly Decoded[],
  left: LeftOut,
): Promise<PoisonedEvent[]> {
  const all = new Map(left.parked.stream)
  const poisoned: PoisonedEvent[] = []
  const stop = ({ stream, position }: Decoded, error: string) => {
    if (!all.has(stream)) all.set(stream, position)
    poisoned.push({ by: 'stream', key: stream, position, error })
  }
  const reactions: Reaction[] = []
  for (const event of events) {
    if (left.skips.size > 0 && left.skips.has(skipText(event.position, event.stream))) continue
    if (all.size > 0 && isBehind(all, event)) stop(event, behindAnother)
    else if (event instanceof Undecodable) stop(event, event.reason)
    else
      try {
        reactions.push({ event, work: reactor.react(event) })
      } catch (error) {
        stop(event, reasonOf(error))
      }
  }
  const refused = reactions.length === 0 ? [] : await keepEach(client, reactor, reactions)
  for (const { event, error } of refused) stop(event, error)
  await park(client, generation, poisoned)
  return poisoned
}

type Refused = { event: RecordedEvent; error: string }

/** Enqueues all at once; if the database refuses one, event by event, leaving out later events of a refused stream. */
async function keepEach(client: pg.ClientBase, reactor: Reactor, reactions: readonly Reaction[]): Promise<Refused[]> {
  const all = reactions.flatMap(({ work }) => work)
  if (!(await attempt(client, () => reactor.enqueue(client, all)))) return []
  const refused: Refused[] = []
  for (const { event, work } of reactions) {
    const isBehindRefused = refused.some((one) => one.event.stream === event.stream)
    const error = isBehindRefused ? behindAnother : await attempt(client, () => reactor.enqueue(client, work))
    if (error !== null) refused.push({ event, error })
  }
  return refused
}
