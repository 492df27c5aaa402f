// What a new generation may park: what the shown rows stand still at too. Anything else is a fault of the code that builds it.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Generation } from '#backend/eventstore/projections/generation.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'

/** How often, and how many milliseconds apart, the shown rows are looked at while they have not come to an event. */
const [looks, betweenMs] = [40, 250]

/**
 * The first of these events that the shown rows have applied, so that a new generation must stop at it; undefined if they stand still at
 * all of them, or if no rows are shown that could get worse.
 */
export async function appliedByShown(
  db: Pick<pg.Pool, 'query'>,
  name: string,
  poisoned: readonly PoisonedEvent[],
): Promise<PoisonedEvent | undefined> {
  const last = Math.max(...poisoned.map(({ position }) => position))
  let live = await readLive(db, name)
  for (let look = 0; live && !live.paused && live.pos < last && look < looks; look++) {
    await sleep(betweenMs)
    live = await readLive(db, name)
  }
  if (!live) return undefined
  const { rows } = await db.query<{ pos: number }>(
    'select distinct pos from es.dead_letters where generation = $1 and pos = any($2)',
    [live.generation, poisoned.map(({ position }) => position)],
  )
  const parked = new Set(rows.map(({ pos }) => pos))
  return poisoned.find(({ position }) => !parked.has(position))
}

type Live = Pick<Generation, 'generation' | 'pos' | 'paused'>

async function readLive(db: Pick<pg.Pool, 'query'>, name: string): Promise<Live | undefined> {
  const { rows } = await db.query<Live>(
    "select generation, pos, paused from es.subscriptions where name = $1 and state = 'live'",
    [name],
  )
  return rows[0]
}
