// The benchmark of requests on long histories, on short ones: it runs, and no call fails. What it finds of times is for a quiet machine.
import { expect, test } from 'vitest'
import { createDatabase } from '#scripts/testing/database.ts'
import { measureRequests } from './requests.ts'

test('[CORE-05 partial] adding to a long cart, restocking beside sales and reading many reviews are measured, and none of them fails', async () => {
  const { databaseUrl, drop } = await createDatabase()
  try {
    const findings = await measureRequests(databaseUrl, { cart: 300, stock: 300, reviews: 100 }, { rounds: 2, ms: 60 })
    expect(findings.map(({ what }) => what)).toEqual([
      'add to cart after 60 events',
      'add to cart after 300 events',
      'restock with 300 stock events under 30 sales/s',
      'count of the stock with 300 stock events under 30 sales/s',
      'a sale, until the catalogue shows it, of a product with 100 reviews',
      'the page of a product with 100 reviews, from PostgreSQL',
    ])
    for (const { figure } of findings) expect(figure).toMatch(/ratio of p50 [\d.]+ .*, 0 failed$/)
  } finally {
    await drop()
  }
})
