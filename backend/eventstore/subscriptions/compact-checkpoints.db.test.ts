// However often checkpoints move, they stay small; what a long look at one moment makes of them is taken back.
import type pg from 'pg'
import { test as base, expect } from 'vitest'
import { openOwnerPool } from '#backend/eventstore/testing/pump-fixture.ts'
import { type Core, openStore } from '#backend/eventstore/testing/test-store.ts'
import { startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'
import { type Checkpoint, moveCheckpoints } from './checkpoints.ts'
import { compactCheckpoints } from './compact-checkpoints.ts'

/** As many as a shop has while two recheckpoints run: what is shown, what was shown before, and what is about to be. */
const rows = 45
/** A server of its own: what any database's transaction of a server may still look at keeps versions of rows in all of them. */
const test = base
  .extend('core', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { primary, remove } = await startReplicatedCluster(0)
    const core = await openStore(primary.url)
    onCleanup(async () => {
      await core.close()
      await remove()
    })
    return core
  })
  .extend('owner', { scope: 'file' }, async ({ core }, { onCleanup }) => {
    const owner = openOwnerPool(core)
    onCleanup(() => owner.end())
    return owner
  })
  .extend('checkpoints', async ({ owner }) => {
    await owner.query('truncate es.subscriptions')
    const { rows: made } = await owner.query<{ generation: number }>(
      `insert into es.subscriptions (name, kind, version, pos) select 'reader_of_the_log_' || n, 'reactor', 1, 0
     from generate_series(1, $1::int) n returning generation`,
      [rows],
    )
    return made.map(
      ({ generation }) => ({ generation, position: 0, epoch: 0, state: 'ready' }) as unknown as Checkpoint,
    )
  })

/** Moves all of them by one, so many times, as a pump does. */
async function move({ pool }: Core, checkpoints: readonly Checkpoint[], times: number): Promise<void> {
  const client = await pool.connect()
  try {
    for (let nth = 0; nth < times; nth++) {
      const to = (checkpoints[0]?.position ?? 0) + 1
      await moveCheckpoints(client, checkpoints, to, [])
      for (const checkpoint of checkpoints) checkpoint.position = to
    }
    await client.query('select pg_stat_force_next_flush()') // what it counted is told at once
  } finally {
    client.release()
  }
}

const pagesOf = async (owner: pg.Pool) =>
  (
    await owner.query<{ heap: number; indexes: number }>(
      `select pg_relation_size('es.subscriptions')::int / 8192 as heap, pg_indexes_size('es.subscriptions')::int / 8192 as indexes`,
    )
  ).rows[0] ?? { heap: 0, indexes: 0 }

/** How many rows were written anew until now, and how many of them without a word to any index. */
const writesOf = async (owner: pg.Pool) =>
  (
    await owner.query<{ all: number; beside: number }>(
      `select n_tup_upd::int as all, n_tup_hot_upd::int as beside from pg_stat_user_tables where relid = 'es.subscriptions'::regclass`,
    )
  ).rows[0] ?? { all: 0, beside: 0 }

test('a move that nobody else looks at writes beside the row, and into no index', async ({
  core,
  owner,
  checkpoints,
}) => {
  await move(core, checkpoints, 5)
  const [before, known] = [await pagesOf(owner), await writesOf(owner)]
  await move(core, checkpoints, 1000)
  const after = await pagesOf(owner)
  expect(after.heap).toBeLessThanOrEqual(before.heap + 2)
  expect(after.indexes).toBe(before.indexes)
  await expect.poll(async () => (await writesOf(owner)).all - known.all).toBeGreaterThanOrEqual(1000 * rows)
  const counted = await writesOf(owner)
  expect((counted.beside - known.beside) / (counted.all - known.all)).toBeGreaterThan(0.99)
})

test('what a long look at one moment kept alive goes afterwards, but not while somebody locks the checkpoints', async ({
  core,
  owner,
  checkpoints,
}) => {
  const looker = await owner.connect()
  await looker.query('begin isolation level repeatable read; select 1')
  await move(core, checkpoints, 250)
  expect((await pagesOf(owner)).heap).toBeGreaterThan(64)
  await looker.query('rollback; begin; select from es.subscriptions limit 1 for update')
  expect(await compactCheckpoints(owner)).toBe(false)
  await looker.query('rollback')
  looker.release()
  expect(await compactCheckpoints(owner)).toBe(true)
  expect((await pagesOf(owner)).heap).toBeLessThanOrEqual(2)
  await move(core, checkpoints, 50)
  expect((await pagesOf(owner)).heap).toBeLessThanOrEqual(4)
  expect(await compactCheckpoints(owner)).toBe(false)
  const { rows: left } = await owner.query('select distinct pos from es.subscriptions')
  expect(left).toEqual([{ pos: 300 }])
})
