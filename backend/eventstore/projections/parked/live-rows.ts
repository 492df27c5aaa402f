// Locks live rows while parked events go back into them.
import type pg from 'pg'
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { type Generation, tableOf } from '#backend/eventstore/projections/generation.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'

/** Throws NotFed if another version of the code wrote the live rows. */
export async function liveGeneration(db: Pick<pg.Pool, 'query'>, { name, version }: Projection): Promise<Generation> {
  const { rows } = await db.query<Generation>("select * from es.subscriptions where name = $1 and state = 'live'", [
    name,
  ])
  if (!rows[0]) throw new Error(`${name} has no live generation`)
  if (rows[0].version !== version)
    throw new NotFed(`${name} is shown in version ${rows[0].version}, and this is version ${version}`)
  return rows[0]
}

/** Blocks writers until the transaction ends; the feeder then starts over with the remaining dead letters. */
export async function holdLiveRows(client: pg.ClientBase, projection: Projection): Promise<Generation> {
  const live = await liveGeneration(client, projection)
  await client.query(`lock table ${tableOf(live)} in share row exclusive mode`)
  const { rows } = await client.query<{ pos: number }>(
    'update es.subscriptions set epoch = epoch + 1 where generation = $1 returning pos',
    [live.generation],
  )
  return { ...live, pos: rows[0]?.pos ?? 0 }
}
