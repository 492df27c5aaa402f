// What may happen to the checkpoints and tables of a feeder behind its back, and what it must make of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { listDeadLetters } from '#backend/eventstore/projections/dead-letters.ts'
import { type Generation, listGenerations, tableOf } from '#backend/eventstore/projections/generation.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { additions, openStore, stockEntry } from '#backend/eventstore/testing/test-store.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { reviewsProjection } from '#backend/readmodels/reviews/reviews.projection.ts'

const reviews = { kind: 'projection' as const, projection: reviewsProjection }

test('one overtaken of several that only move on: the others go on, and nobody hears of what did not happen', async ({
  core,
  owner,
}) => {
  const problems: string[] = []
  await openProjections(owner, core.store, [cartsProjection, reviewsProjection])
  const pump = await startPump(core, ({ message }) => problems.push(message), cartsProjection, [reviews])
  await core.store.append(additions(1, null))
  await Promise.all([caughtUp(core, 'carts'), caughtUp(core, 'reviews')])
  for (let round = 0; round < 3; round++) {
    await owner.query("update es.subscriptions set epoch = epoch + 1 where name = 'reviews'")
    await core.store.append(stockEntry('StockAdjusted', 1, 1)) // of no interest to both
    await Promise.all([caughtUp(core, 'carts'), caughtUp(core, 'reviews')])
  }
  await sleep(200)
  expect(problems.length).toBeLessThanOrEqual(3)
  await pump.stop()
})

test('a checkpoint that was moved under the same epoch is read anew', async ({ core, owner }) => {
  const problems: string[] = []
  const pump = await startPump(core, ({ message }) => problems.push(message))
  await core.store.append(additions(1, null))
  await caughtUp(core)
  const client = await owner.connect()
  await client.query('begin')
  await client.query("update es.subscriptions set pos = pos + 1 where name = 'carts'") // as one that catches up does
  await core.store.append(additions(1, null))
  await client.query('commit')
  client.release()
  await core.store.append(additions(2, null))
  await caughtUp(core)
  await sleep(200)
  expect(problems.length).toBeLessThanOrEqual(1)
  await pump.stop()
})

test('a page that fails after something was parked is folded anew, from its beginning', async ({ core, owner }) => {
  const broken = {
    ...cartsProjection,
    evolve: (...[row, event, key]: Parameters<typeof cartsProjection.evolve>) => {
      if ((event.data as { quantity?: number }).quantity === 7) throw new Error('sevens are unreadable')
      return cartsProjection.evolve(row, event, key)
    },
  }
  const problems: string[] = []
  const pump = await startPump(core, ({ message }) => problems.push(message), broken)
  await core.store.append(additions(4, null))
  await caughtUp(core)
  const client = await owner.connect()
  await client.query("begin; select 1 from es.subscriptions where name = 'carts' for update")
  const events = [1, 7].map((quantity) => ({
    type: 'ItemAddedToCart' as const,
    data: { userId: 5, productId: 1, quantity },
  }))
  const entry = { ...additions(5, null), writes: [{ stream: 'cart-5' as const, expected: null, events }] }
  const { position } = await core.store.append(entry)
  const cancelled = async () =>
    (
      await owner.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'gamertech pump' and wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount
  await expect.poll(cancelled).toBe(1)
  await client.query('commit')
  client.release()
  await caughtUp(core)
  await pump.stop()
  expect(problems).toContainEqual(expect.stringMatching(/cancel/))
  expect(await listDeadLetters(owner, 'carts')).toMatchObject([
    { key: '5', position, error: 'sevens are unreadable', events: 1 },
  ])
  const { rows } = await core.pool.query('select lines from rm.carts where user_id = 5')
  expect(rows).toEqual([{ lines: [{ productId: 1, quantity: 1 }] }])
})

test('somebody who locks the rows of one read model for long stops that one alone', async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined, cartsProjection, [reviews])
  await core.store.append(additions(6, null))
  await Promise.all([caughtUp(core, 'carts'), caughtUp(core, 'reviews')])
  const [carts] = await listGenerations(owner, 'carts')
  const client = await owner.connect()
  await client.query(`begin; lock table ${tableOf(carts as Generation)}`)
  try {
    for (let round = 0; round < 3; round++) {
      const { position } = await core.store.append(additions(6, null))
      await expect.poll(() => core.positions.reached('reviews'), { timeout: 3000 }).toBeGreaterThanOrEqual(position)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  await caughtUp(core, 'carts')
  await pump.stop()
})

test('what this process cannot read, another one that can takes over', async ({ core, databaseUrl }) => {
  const newer = await openStore(databaseUrl)
  const unreadable = {
    ...cartsProjection,
    keys: () => {
      throw new Error('newer than this code')
    },
  }
  const problems: string[] = []
  const first = await startPump(core, ({ message }) => problems.push(message), unreadable)
  await core.store.append(additions(7, null))
  await expect.poll(() => problems).toContain('newer than this code')
  const second = await startPump(newer, () => undefined)
  await caughtUp(core)
  await core.store.append(additions(7, null))
  await caughtUp(core)
  await second.stop()
  problems.length = 0
  await core.store.append(additions(7, null)) // and back again, though in vain
  await expect.poll(() => problems, { timeout: 5000 }).toContain('newer than this code')
  await first.stop()
  await newer.close()
})
