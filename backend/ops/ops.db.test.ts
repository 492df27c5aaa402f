// The operator's commands on a running shop.
import { describe, expect } from 'vitest'
import { createPool } from '#backend/db/database.ts'
import { makeProduct, type Shop, test as shopTest, signedIn } from '#backend/shop-fixture.ts'
import type { OpsCommand } from './ops-command.ts'
import { rebuildCommand } from './rebuild.ts'
import { statusCommand } from './status.ts'
import { verifyCommand } from './verify.ts'

const names = ['catalogue', 'carts', 'orders', 'purchases', 'reviews', 'users']

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) => {
    const pool = createPool(databaseUrl, { as: 'owner', max: 2, name: 'gamertech ops', limits: false })
    onCleanup(() => pool.end())
    return pool
  })
  .extend('run', ({ shop, ownerPool }) => async (command: OpsCommand, ...args: string[]) => {
    const lines: string[] = []
    const code = await command.run({ core: shop.core, ownerPool, print: (line) => void lines.push(line) }, args)
    return { code, lines, text: lines.join('\n') }
  })
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
    const { code, lines } = await run(statusCommand)
    expect([code, productId > 0]).toEqual([0, true])
    expect(lines[0]).toBe(`Eventos: ${head}`)
    for (const name of names) {
      const row = lines.find((line) => line.startsWith(`${name} `)) ?? ''
      expect(row.split(/\s+/).slice(1, 6)).toEqual(['proyección', '1', String(head), '0', '0'])
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
    const rebuilt = await run(rebuildCommand, 'catalogue')
    expect(rebuilt.code).toBe(0)
    expect(rebuilt.text).toMatch(/^catalogue: 1 filas en \d+ ms$/)
    expect((await ownerPool.query('select * from rm.catalogue order by 1')).rows).toEqual(before.rows)
    expect((await shop.client().get(`/api/product/${productId}`)).status).toBe(200)
    for (const args of [['nada'], [], ['']]) {
      const unknown = await run(rebuildCommand, ...args)
      expect(unknown.code).not.toBe(0)
      for (const name of names) expect(unknown.text).toContain(name)
    }
    expect(await run(rebuildCommand, 'all')).toMatchObject({ code: 0, lines: { length: names.length } })
  })

  test('[OPS-11] verify names the projection and the row that were changed by hand, until a rebuild', async ({
    shop,
    run,
    ownerPool,
    productId,
  }) => {
    await settled(shop)
    expect((await run(verifyCommand)).code).toBe(0)
    await ownerPool.query('update rm.catalogue set price_cents = price_cents + 1 where product_id = $1', [productId])
    const changed = await run(verifyCommand)
    expect(changed.code).not.toBe(0)
    const [complaint = ''] = changed.lines.filter((line) => line.includes('catalogue, fila'))
    expect(complaint).toContain(String(productId))
    expect(complaint).toContain('1051')
    expect(changed.lines.filter((line) => /fila|stream|stock del|apartados/.test(line))).toHaveLength(1)
    await run(rebuildCommand, 'catalogue')
    expect((await run(verifyCommand)).code).toBe(0)
  })

  test('[OPS-11] a row too few, a row too many and a stock guard that is off are found too', async ({
    shop,
    run,
    ownerPool,
    productId,
  }) => {
    await settled(shop)
    await ownerPool.query('delete from rm.reviews')
    await ownerPool.query("insert into rm.carts (user_id, lines) values (4711, '[]')")
    await ownerPool.query('update es.stock set on_hand = on_hand + 1 where product_id = $1', [productId])
    const { code, text } = await run(verifyCommand)
    expect(code).not.toBe(0)
    expect(text).toMatch(/reviews, fila/)
    expect(text).toMatch(/carts, fila.*4711/)
    expect(text).toContain(`stock del producto ${productId}`)
    await ownerPool.query('update es.stock set on_hand = on_hand - 1 where product_id = $1', [productId])
    await run(rebuildCommand, 'all')
    expect((await run(verifyCommand)).code).toBe(0)
  })
})
