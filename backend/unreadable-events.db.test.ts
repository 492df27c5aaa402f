// An event that nobody can read, in a stream of every kind: each read model of the shop and the reactor behind its jobs leave that stream aside, and
// go on with all others; so does the next release.
import type pg from 'pg'
import { expect } from 'vitest'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamName, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { openProjections, rebuildOutdated } from '#backend/eventstore/projections/open-projections.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { retryDeadLetters, skipDeadLetter } from '#backend/eventstore/subscriptions/parked/retry.ts'
import { isReactor, type Subscription } from '#backend/eventstore/subscriptions/subscription.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { plantEvent } from '#backend/eventstore/testing/planted-event.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { additions, test } from '#backend/testing/core-fixture.ts'
import { type Core, openPump, subscriptionsOf } from './shop.ts'

const silent = () => undefined
type Category = keyof typeof shopLog.categories
const categories = Object.keys(shopLog.categories) as Category[]
/** A stream by its name, and the event that cannot be read in it. */
type Letter = { key: string; position: number }

/** In a stream of each kind. */
async function plantEverywhere(owner: pg.Pool): Promise<ReadonlyMap<Category, Letter>> {
  const planted = new Map<Category, Letter>()
  for (const category of categories) {
    const stream = `${category}-${category === 'review' ? '900:900' : '900'}` as const
    const position = await plantEvent(owner, { stream, type: 'OfTomorrow', data: {} }, shopLog)
    planted.set(category, { key: streamName(shopLog, streamUuid(shopLog, stream)), position })
  }
  return planted
}

/** What may concern it and cannot be read: in each kind of stream that it reads from; in all of them for a reactor. */
function lettersOf(subscription: Subscription, planted: ReadonlyMap<Category, Letter>): Letter[] {
  const isRead = (category: Category) =>
    subscription.eventTypes.some((type) => type in shopLog.categories[category].events)
  const read = isReactor(subscription) ? categories : categories.filter(isRead)
  return read.map((category) => planted.get(category) ?? expect.fail(category))
}

async function caughtUp({ store, positions }: Core, names: readonly string[]): Promise<void> {
  const head = await store.head()
  for (const name of names) {
    const reached = () => positions.look([name as 'carts']).then(() => positions.reached(name))
    await expect.poll(reached).toBeGreaterThanOrEqual(head)
  }
}

/** None can be read by trying again; each can be left out. */
async function expectSkippable(core: Core, owner: pg.Pool, subscription: Subscription, letters: readonly Letter[]) {
  const parts = { pool: owner, store: core.store, subscription }
  const { recovered, parked } = await retryDeadLetters(parts)
  expect(recovered).toEqual([])
  for (const letter of letters) expect(parked).toContainEqual(expect.objectContaining(letter))
  for (const letter of letters) {
    const skipped = await skipDeadLetter(parts, { ...letter, reason: 'prueba' })
    expect(skipped).toEqual({ recovered: [letter.key], parked: [] })
  }
  if (!isReactor(subscription)) expect(await differencesOf(owner, core.store, subscription)).toEqual([])
}

test('[CORE-03] an event that cannot be read, in a stream of every kind, parks that stream alone in each projection and reactor; a new release starts beside them; retry and skip work', async ({
  core,
  owner,
}) => {
  const queue = new JobQueue(core.pool, silent)
  const subscriptions = subscriptionsOf(queue)
  const pump = await openPump(core, owner, queue, silent)
  pump.start()
  const planted = await plantEverywhere(owner)
  await core.store.append(additions(901, null))
  await caughtUp(
    core,
    subscriptions.map(({ name }) => name),
  )
  expect((await core.pool.query('select user_id from rm.carts')).rows).toEqual([{ user_id: 901 }])
  for (const subscription of subscriptions) {
    const [parked, letters] = [await listDeadLetters(owner, subscription.name), lettersOf(subscription, planted)]
    expect(parked).toHaveLength(letters.length)
    for (const letter of letters)
      expect(parked).toContainEqual(expect.objectContaining({ ...letter, events: 1, by: 'stream' }))
    expect(letters.length, subscription.name).toBeGreaterThan(0)
  }
  await pump.stop()

  const next = projections.map((projection) => ({ ...projection, version: projection.version + 1 }))
  expect(await openProjections(owner, core.store, next)).toEqual([])
  expect((await rebuildOutdated(owner, core.store, next)).failed).toEqual([])
  for (const subscription of subscriptions) {
    const shown = next.find(({ name }) => name === subscription.name) ?? subscription
    await expectSkippable(core, owner, shown, lettersOf(subscription, planted))
  }
  expect(await listDeadLetters(owner)).toEqual([])
})
