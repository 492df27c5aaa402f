// The clock of a shop's machine jumps by an hour and later goes right again: what has an end keeps it, by the database's clock.
import { afterEach, expect, vi } from 'vitest'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { expectProblem, placeOrderOf } from '#backend/http/testing/api-fixture.ts'
import { makeProduct, type Shop, signedIn, test } from '#backend/testing/shop-fixture.ts'

afterEach(() => vi.useRealTimers())

/** The minutes from now until then, by the database. */
async function minutesUntil({ core }: Shop, moment: string): Promise<number> {
  const { rows } = await core.pool.query<{ minutes: number }>(
    'select (extract(epoch from $1::timestamptz - clock_timestamp()) / 60)::float8 as minutes',
    [moment],
  )
  return rows[0]?.minutes ?? 0
}

test.for([
  ['forth', 3_600_000],
  ['back', -3_600_000],
] as const)(
  '[F16 partial] an hour %s: whoever is signed in stays so, whoever signs in is for half an hour, and a hold lasts its quarter',
  async ([, jump], { shop }) => {
    const [before, productId] = [await signedIn(shop), await makeProduct(await signedIn(shop, { admin: true }))]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump })
    const during = await signedIn(shop)
    const orderId = await placeOrderOf(shop, during, { id: productId, quantity: 1 })
    const { holdUntil } = (await during.get(`/api/order/${orderId}`)).body
    expect(Math.abs((await minutesUntil(shop, holdUntil)) - 15)).toBeLessThan(2)
    const expire = () => {
      const context = { actor: 'job:expire-order', correlation: 'test' } as const
      return endOrderNow(shop.services, context, orderId, { type: 'ExpireOrder', now: shop.services.now() })
    }
    const expectAllAsItWas = async () => {
      await expire()
      for (const one of [before, during]) expect((await one.get('/api/session')).body.user?.id).toBe(one.id)
      expect((await during.get(`/api/order/${orderId}`)).body.state).toBe('placed')
    }
    await expectAllAsItWas()
    vi.useRealTimers()
    await expectAllAsItWas()
    // And by the database's clock it does end.
    await shop.core.pool.query('update auth.sessions set expires_at = clock_timestamp() where user_id = $1', [
      before.id,
    ])
    expectProblem(await before.get(`/api/cart/${before.id}`), 401, 'unauthenticated')
  },
)
