// The ratings of products whose reviews were revised and deleted before such events said which score was there.
import { expect, onTestFinished } from 'vitest'
import type { ProductEvent } from '#backend/domain/product/product.events.ts'
import { reviewEvents } from '#backend/domain/review/review.events.ts'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { type AnyEvent, defineEvent } from '#backend/eventstore/definition/event-definition.ts'
import { defineLog } from '#backend/eventstore/definition/log-definition.ts'
import { openEventStore } from '#backend/eventstore/open-event-store.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { rebuild } from '#backend/eventstore/projections/rebuild.ts'
import { posted, productAdded } from '#backend/readmodels/testing/facts.ts'
import { test } from '#backend/testing/core-fixture.ts'
import { catalogueProjection as projection } from './catalogue.projection.ts'

/** The first version of an event, as the release wrote it that knew no other. */
function firstOf({ name, older }: (typeof reviewEvents)['ReviewRevised' | 'ReviewDeleted']) {
  const [first] = older
  if (!first) throw new Error(`${name} has one version only`)
  return defineEvent(name, first.schema)
}

const { ReviewPosted, ReviewRevised, ReviewDeleted } = reviewEvents
const events = { ReviewPosted, ReviewRevised: firstOf(ReviewRevised), ReviewDeleted: firstOf(ReviewDeleted) }

test('are summed up from the review that each took the place of', async ({ core, owner, databaseUrl }) => {
  const { log } = core.store
  const olderLog = defineLog({ ...log, categories: { ...log.categories, review: { code: 7, events } } })
  const older = await openEventStore({ databaseUrl, log: olderLog, masterKey: Buffer.alloc(32, 5) })
  onTestFinished(() => older.close())
  const append = (stream: `review-${string}` | `product-${number}`, event: AnyEvent) =>
    older.store.append({
      commandId: newCommandId(),
      meta: { actor: 'operator', cause: 'Test', correlation: 'test' },
      writes: [{ stream, expected: null, events: [event as ProductEvent] }] as never,
    })
  const review = (userId: number) => `review-3:${userId}` as const
  await append('product-3', productAdded(3))
  for (const [userId, score] of [
    [7, 5],
    [8, 1],
    [9, 4],
  ] as const)
    await append(review(userId), posted(3, userId, score))
  for (const score of [4, 2])
    await append(review(7), { type: 'ReviewRevised', data: { productId: 3, userId: 7, text: 'Sí.', score } })
  await append(review(8), { type: 'ReviewDeleted', data: { productId: 3, userId: 8 } })

  const history = (await core.store.readStreams([review(7)])).get(review(7)) ?? []
  expect(history.map(({ data }) => data)).toMatchObject([
    { score: 5 },
    { score: 4, previousScore: 5 },
    { score: 2, previousScore: 4 },
  ])
  await openProjections(owner, core.store, [projection])
  await rebuild({ pool: owner, store: core.store, projection })
  const { rows } = await owner.query('select rating_count, rating_sum, scores from rm.catalogue')
  expect(rows).toEqual([{ rating_count: 2, rating_sum: 6, scores: { 2: 1, 4: 1 } }])
})
