// How often the page that waits for a payment asks about it.
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { paymentReturnQuery } from './checkout.queries.ts'

/** When it asks again while the order stands so, in seconds after its first answer. */
function asksOf(order: object, seconds: number): number[] {
  const { queryKey, refetchInterval } = paymentReturnQuery(7, '55')
  const client = new QueryClient()
  const asks: number[] = []
  for (let at = 0; ; ) {
    client.setQueryData<object>(queryKey, order)
    const query = client.getQueryCache().find({ queryKey })
    const pause = typeof refetchInterval === 'function' && refetchInterval(query as never)
    if (!pause) return asks
    at += pause / 1000
    if (at > seconds) return asks
    asks.push(at)
  }
}

test('every two seconds for half a minute, then every ten; never once the payment is known', () => {
  const often = Array.from({ length: 14 }, (_, nth) => 2 * (nth + 1))
  expect(asksOf({ state: 'placed' }, 60)).toEqual([...often, 38, 48, 58])
  for (const state of ['paid', 'rejected', 'refunded']) expect(asksOf({ state }, 60)).toEqual([])
})
