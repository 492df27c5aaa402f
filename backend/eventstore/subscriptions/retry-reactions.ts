// Retries a reactor's parked streams by reacting to their events now, in order.

import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { findLive } from '#backend/eventstore/projections/generation.ts'
import { type Retried, recordSkipped } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { type Retryable, type RetryParts, retryLetters } from '#backend/eventstore/projections/parked/retry.ts'
import { applyReactions } from './reaction.ts'
import type { Reactor } from './subscription.ts'

type Parts = RetryParts & { reactor: Reactor }

export function retryReactions(parts: Parts, streams?: readonly string[]): Promise<Retried> {
  return retryLetters({ ...parts, name: parts.reactor.name }, () => retryableOf(parts.reactor), streams)
}

export async function skipReaction(
  parts: Parts,
  letter: { key: string; position: number; reason: string },
): Promise<Retried> {
  await recordSkipped({ ...parts, name: parts.reactor.name }, letter)
  return retryReactions(parts, [letter.key])
}

function retryableOf(reactor: Reactor): Retryable {
  return {
    name: reactor.name,
    unseal: false,
    concerns: () => true,
    refusalOf: (event) => (event instanceof Undecodable ? event.reason : undefined),
    async findLive(db) {
      const live = await findLive(db, reactor.name)
      if (!live) throw new Error(`${reactor.name} is not registered`)
      return live
    },
    apply: (client, generation, { events }, left) => applyReactions(client, { reactor, generation }, events, left),
  }
}
