// The operator's commands on a running shop.
import { describe, expect } from 'vitest'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { makeProduct, type Shop, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'

const version = (name: string) => String(projections.find((projection) => projection.name === name)?.version)
const names = [
  'catalogue',
  'carts',
  'orders',
  'purchases',
  'reviews',
  'users',
  'synonyms',
  'schemas',
  'delivery',
  'seller',
  'price_settings',
  'transfer',
  'daily_figures',
  'product_sales',
  'payments_aside',
  'deleted_reviews',
] as const

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
    openOwnerPool(databaseUrl, onCleanup),
  )
  .extend('run', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))
  .extend('productId', { scope: 'file' }, async ({ shop }) => {
    const admin = await signedIn(shop, { admin: true })
    const id = await makeProduct(admin)
    const line = { id, quantity: 2 }
    await admin.post('/api/cart/addproducttocart', { userId: admin.id, productId: line })
    const review = { productId: id, textReview: { userId: admin.id, mensaje: 'Va bien.' } }
    await admin.post('/api/product/addreviewscore', { ...review, score: { userId: admin.id, score: 4 } })
    return id
  })

async function settled(shop: Shop): Promise<void> {
  await shop.core.positions.waitFor(names, await shop.core.store.head())
}

describe('ops', () => {
  test('[OPS-09] status lists each projection with position and lag', async ({ shop, run, productId }) => {
    await settled(shop)
    const head = await shop.core.store.head()
    const { code, lines } = await run('status')
    expect([code, productId > 0]).toEqual([0, true])
    expect(lines[0]).toBe(`Eventos: ${head}`)
    expect(lines[1]?.split(/\s+/).slice(2, 6)).toEqual(['TIPO', 'VERSIÓN', 'POSICIÓN', 'ATRASO'])
    for (const name of names) {
      const row = lines.find((line) => line.startsWith(`${name} `)) ?? ''
      expect(row.split(/\s+/).slice(2, 6)).toEqual(['proyección', version(name), String(head), '0'])
      expect(row).toMatch(/ 0 +hace \d\.\d s +en uso$/)
    }
  })

  test('[OPS-10] rebuild makes a projection anew, and names the valid ones where it knows none', async ({
    shop,
    run,
    ownerPool,
    productId,
  }) => {
    await settled(shop)
    const before = await ownerPool.query('select * from rm.catalogue order by 1')
    await ownerPool.query('delete from rm.catalogue')
    const rebuilt = await run('rebuild', 'catalogue')
    expect(rebuilt.code).toBe(0)
    expect(rebuilt.text).toMatch(/^catalogue: 1 filas en \d+ ms$/m)
    expect((await ownerPool.query('select * from rm.catalogue order by 1')).rows).toEqual(before.rows)
    expect((await shop.client().get(`/api/product/${productId}`)).status).toBe(200)
    for (const args of [['nada'], ['']]) {
      const unknown = await run('rebuild', ...args)
      expect(unknown.code).not.toBe(0)
      for (const name of names) expect(unknown.err).toContain(name)
    }
    expect(await run('rebuild', 'all')).toMatchObject({ code: 0, lines: { length: names.length } })
  })

  test('[OPS-11] verify names the projection and the row that were changed by hand, until a rebuild', async ({
    shop,
    run,
    ownerPool,
    productId,
  }) => {
    await settled(shop)
    expect((await run('verify')).code).toBe(0)
    await ownerPool.query('update rm.catalogue set price_cents = price_cents + 1 where product_id = $1', [productId])
    const changed = await run('verify')
    expect(changed.code).not.toBe(0)
    const [complaint = ''] = changed.lines.filter((line) => line.includes('catalogue, fila'))
    expect(complaint).toContain(String(productId))
    expect(complaint).toContain('1051')
    expect(changed.lines.filter((line) => /, fila|stream [a-z]|stock del|apartados del/.test(line))).toHaveLength(1)
    await run('rebuild', 'catalogue')
    expect((await run('verify')).code).toBe(0)
  })

  test('[OPS-11 partial] a row too few, a row too many and a stock guard that is off are found too', async ({
    shop,
    run,
    ownerPool,
    productId,
  }) => {
    await settled(shop)
    await ownerPool.query('delete from rm.reviews')
    await ownerPool.query("insert into rm.carts (user_id, lines) values (4711, '[]')")
    await ownerPool.query('update es.guards set total = total + 1 where key = $1', [productId])
    const { code, text } = await run('verify')
    expect(code).not.toBe(0)
    expect(text).toMatch(/reviews, fila/)
    expect(text).toMatch(/carts, fila.*4711/)
    expect(text).toContain(`stock del producto ${productId}`)
    await ownerPool.query('update es.guards set total = total - 1 where key = $1', [productId])
    await run('rebuild', 'all')
    expect((await run('verify')).code).toBe(0)
  })
})
