// A catalogue of fifty thousand products, asked in all ways: pages stay small, no call asks the database, and memory is fed by the index.
import { afterEach, expect, vi } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { isQuestion, isWhole, nodesOf, type Sent, sentBy } from '#backend/readmodels/testing/query-plans.ts'
import { openShop } from '#backend/testing/shop-fixture.ts'
import { test as databaseTest } from '#scripts/testing/database.ts'
import { type Answered, askAll, fillCatalogue, tellAnswers, untilShown } from './catalogue.ts'
import { mixedCalls } from './mixed-calls.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const [products, calls, pageSize] = [50_000, 200, 6]

const test = databaseTest
  .extend('owner', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'test', limits: false })
    onCleanup(() => owner.end())
    return owner
  })
  .extend('shop', { scope: 'file' }, async ({ databaseUrl, owner }, { onCleanup }) => {
    await fillCatalogue(databaseUrl, products)
    const shop = await openShop(databaseUrl)
    onCleanup(() => shop.stop())
    await untilShown(shop.url, products)
    await owner.query('vacuum analyze')
    return shop
  })

afterEach(() => vi.restoreAllMocks())

test('[CAT-24] of 50,000 products no call of the catalogue gets more than a page or asks the database, each query that feeds memory goes by the index, and the benchmark tells p50, p95 and p99', async ({
  shop,
  owner,
}) => {
  const answers: Answered[] = []
  const sent = await sentBy(async () => void answers.push(...(await askAll(shop.url, mixedCalls(calls, products)))))
  for (const { path, body } of answers) expect([path, body.items.length <= pageSize]).toEqual([path, true])
  // The mix finds something each way of asking.
  for (const kind of ['list', 'filters', 'search'] as const)
    expect(answers.some((answer) => answer.kind === kind && answer.body.items.length === pageSize)).toBe(true)

  const ofCatalogue = (one: Sent) => isQuestion(one) && /rm"?\."?catalogue/.test(one.text)
  expect(sent.filter(ofCatalogue)).toEqual([])

  const feeding = await sentBy(async () => {
    for (const keys of [{ catalogue: [7, 45_000] }, undefined]) {
      await owner.query('update rm.catalogue set is_active = not is_active where product_id = 45000')
      const { body } = await shop.client().get('/api/product/45000')
      shop.core.notifications.publish({ checkpoints: {}, changed: ['catalogue'], ...(keys && { keys }) })
      const shown = async () => (await shop.client().get('/api/product/45000')).body.id
      await expect.poll(shown, { timeout: 120_000 }).toBe(body.id === undefined ? 45_000 : undefined)
    }
  })
  const fed = eachOnce(feeding.filter(ofCatalogue))
  // Some products, and all of them a part at a time.
  expect(fed).toHaveLength(2)
  for (const one of fed) {
    const nodes = await nodesOf(owner, one)
    expect([one, nodes.filter(isWhole)]).toEqual([one, []])
    expect([one, nodes.some((node) => node['Index Name'] !== undefined)]).toEqual([one, true])
  }

  const print = vi.spyOn(console, 'log').mockReturnValue()
  expect(tellAnswers(answers, products)).toHaveLength(3)
  for (const [line] of print.mock.calls)
    expect(line).toMatch(/calls of (list|filters|search), 50000 products: p50 [\d.]+ ms, p95 [\d.]+ ms, p99 [\d.]+ ms/)
})

/** The first of each statement, with its values. */
function eachOnce(sent: readonly Sent[]): Sent[] {
  return [...new Map(sent.toReversed().map((one) => [one.text, one])).values()]
}
