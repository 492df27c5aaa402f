import { queryOptions } from '@tanstack/react-query'
import { unitDiscount } from '#backend/domain/order/order.limits.ts'
import { answered, type Cart, shopApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'

/** Null while the shop takes no bank transfers. */
export const transferOfferQuery = queryOptions({
  queryKey: queryKeys.transferOffer,
  queryFn: async () => (await answered(shopApi.transfer.$get())).transfer,
})

/** In units of currency, as the server takes it off each unit. */
export function transferDiscount({ lines }: Pick<Cart, 'lines'>, percent: number): number {
  const cents = lines.map(({ price, quantity }) => unitDiscount(Math.round(price * 100), percent) * quantity)
  return cents.reduce((sum, each) => sum + each, 0) / 100
}
