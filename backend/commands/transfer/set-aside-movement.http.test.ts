// Staff decide about a movement that was set aside while others correct it, accept it or give it back.
import { expect, vi } from 'vitest'
import { resolveSetAside } from '#backend/commands/resolve-set-aside.ts'
import { movement } from '#backend/domain/payment/movement.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { movementPayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { type PurchaseShop, test as purchaseTest, stockOf } from '#backend/testing/purchase-fixture.ts'
import { offerTransfer, transferPlaced } from '#backend/testing/transfer-fixture.ts'
import { confirmMovement } from './confirm-movement.ts'

const test = purchaseTest.extend('offered', { scope: 'file', auto: true }, ({ shop }) => offerTransfer(shop))
const context = { actor: 'operator', correlation: 'test' } as const

/** An order of 18.90 by transfer, and how staff enter and decide about its movements. */
async function orderOf(shop: PurchaseShop) {
  const { buyer, orderId } = await transferPlaced(shop)
  const { services, core } = shop
  return {
    ...{ buyer, orderId },
    enter: (number: string, amountCents: number) =>
      confirmMovement(services, context, { orderId, number, date: dayOf(core.now()), amountCents }),
    decide: (number: string, act: 'accept' | 'refund') =>
      resolveSetAside(services, context, { orderId, paymentId: movementPayment(number), act, note: '' }),
    payments: async () => (await loadState(core.store, payment, orderId)).state.payments,
  }
}

/** Settles all, and returns the codes of those that were refused. */
async function refusalsOf(acts: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(acts)
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return []
    if (!(result.reason instanceof Rejection)) throw result.reason
    return [result.reason.code]
  })
}

for (const [act, status] of [
  ['accept', 'approved'],
  ['refund', 'refund_requested'],
] as const)
  test(`${act} counts what a movement says by then, though it was corrected in the same moment`, async ({ shop }) => {
    const { enter, decide, payments } = await orderOf(shop)
    const number = `RACE-${act}`.replace('-', '')
    await enter(number, 189)
    const append = shop.core.store.append.bind(shop.core.store)
    const overtaken = vi.spyOn(shop.core.store, 'append').mockImplementationOnce(async (entry) => {
      await enter(number, 1800)
      return append(entry)
    })
    await decide(number, act)
    overtaken.mockRestore()
    expect((await payments())[movementPayment(number)]).toMatchObject({ status, amountCents: 1800 })
  })

test('of two movements of one order, accepted, given back and corrected at once, one pays at most, each as it was entered last', async ({
  shop,
}) => {
  for (const round of ['A', 'B', 'C']) {
    const { buyer, enter, decide, payments } = await orderOf(shop)
    const numbers = [`${round}501`, `${round}502`]
    for (const number of numbers) await enter(number, 100)
    const acts = Array.from({ length: 5 }, (_, nth) =>
      numbers.flatMap((number) => [enter(number, 101 + nth), decide(number, 'accept'), decide(number, 'refund')]),
    )
    const refused = await refusalsOf(acts.flat())
    expect(new Set(refused)).toEqual(new Set(['movement_taken', 'payment_not_acceptable']))
    const known = await payments()
    const ends = await Promise.all(
      numbers.map(async (number) => {
        const entered = (await loadState(shop.core.store, movement, number)).state
        const decided = known[movementPayment(number)]
        expect(decided?.amountCents).toBe(entered?.amountCents)
        return decided?.status
      }),
    )
    const paid = ends.filter((status) => status === 'approved').length
    expect(paid).toBeLessThanOrEqual(1)
    expect(ends.filter((status) => status === 'refund_requested')).toHaveLength(2 - paid)
    expect((await stockOf(shop, buyer.products[0] ?? 0)).onHand).toBe(5 - 2 * paid)
  }
})
