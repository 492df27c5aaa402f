// A new generation may inherit the live rows' dead letters; any other failure is a bug of the new code.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Generation } from '#backend/eventstore/projections/generation.ts'
import type { PoisonedEvent } from '#backend/eventstore/projections/projection.ts'

/** Waits this often, and this long between, for live rows that are behind an event. */
const [looks, betweenMs] = [40, 250]

/**
 * The first of these events that the live rows have applied, so that a new generation must stop there; undefined if the
 * live rows parked them all, or if there are none.
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
