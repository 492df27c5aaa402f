// The demo's catalogue as everybody gets it over HTTP.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { freePort } from '#backend/db/postgres-process.ts'
import { openShop } from '#backend/shop-fixture.ts'
import { test } from '#scripts/testing/database.ts'

const categories = [
  'Almacenamiento',
  'Conectividad',
  'Consolas',
  'Coolers',
  'Impresoras e Insumos',
  'Laptops',
  'Monitores',
  'Periféricos',
  'Placas de Video',
  'Procesadores',
  'Sillas Gamer',
]

test('[API-17] the categories of the demo are the 11 of the landing, and each leads to products', async ({
  databaseUrl,
}) => {
  const port = String(await freePort())
  let isOpen = false
  const statuses = new Set<number>()
  const watcher = (async () => {
    while (!isOpen) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null)
      if (answer && !isOpen) statuses.add(answer.status)
      await sleep(20)
    }
  })()
  const shop = await openShop(databaseUrl, { env: { DEMO: '1', PORT: port } })
  isOpen = true
  try {
    await watcher
    expect([...statuses]).toEqual([503]) // a shop that still makes its demo data is not ready
    const visitor = shop.client()
    const head = await shop.core.store.head()
    await expect.poll(() => shop.core.positions.waitFor(['catalogue'], head), { timeout: 30_000 }).toBe(true)
    const answer = await visitor.get('/api/product/getcategories/all')
    expect(answer.status).toBe(200)
    const named = answer.body.map((item: { category: string }) => item.category)
    expect([...new Set(named)].sort((a, b) => String(a).localeCompare(String(b), 'es'))).toEqual(categories)
    for (const category of categories) {
      const page = await visitor.get(`/api/catalogue?category=${encodeURIComponent(category)}`)
      expect(page.body.total, category).toBeGreaterThan(0)
      expect(page.body.items.every((item: { category: string }) => item.category === category)).toBe(true)
    }
  } finally {
    await shop.stop()
  }
}, 60_000)
