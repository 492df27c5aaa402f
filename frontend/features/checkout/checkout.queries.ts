// Placing the order, and learning what became of its payment.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from '#backend/domain/address.limits.ts'
import { answered, type Cart, type OrderDetail, paymentApi, purchaseApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { tellTabs } from '#frontend/tabs.ts'
import { withShipping } from '#frontend/ui/price.ts'

/** How long the page asks often, and how often then and later, in milliseconds: who has paid waits for seconds, a transfer may take its time. */
const [IMPATIENT, POLL, LATER] = [30_000, 2000, 10_000]

/** The provider's public key and the address of its browser script. */
export const paymentConfigQuery = queryOptions({
  queryKey: queryKeys.paymentConfig,
  queryFn: () => answered(paymentApi.config.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The cart as it stands on the screen, and where it is shipped for what; null: it is picked up. */
export type Placing = { cart: Cart; shipping: { price: number; days: number; address: Address } | null }

/** 'Pagar': places the order for the cart as it stands on the screen. The server refuses when that is no longer true. */
export function usePlaceOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ cart, shipping }: Placing) =>
      answered(
        paymentApi.create_preference.$post({
          json: {
            quantity: '1',
            price: withShipping(cart.subtotal, shipping?.price ?? 0),
            description: 'Tu compra en GamerTech',
            lines: cart.lines.map(({ id, quantity, price }) => ({ id, quantity, price })),
            ...(shipping && { shipping }),
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.orders.all }),
  })
}

/**
 * The true state of an order's payment, asked from the provider through the server: again every two seconds while it is open, and every ten
 * once it has been for half a minute.
 */
export function paymentReturnQuery(orderId: number, paymentId: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.orders.payment(orderId, paymentId),
    queryFn: () => answered(paymentApi.return.$post({ json: { orderId, ...(paymentId ? { paymentId } : {}) } })),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.state !== 'placed') return false
      return dataUpdateCount * POLL < IMPATIENT ? POLL : LATER
    },
  })
}

/** Reads back the caller's own paid order, once; it makes nothing paid. The cart is then asked for anew. */
export function useRegisterPurchase(order: OrderDetail): void {
  const queryClient = useQueryClient()
  const registered = useQuery({
    queryKey: queryKeys.orders.registered(order.id),
    queryFn: () =>
      answered(
        purchaseApi.new.$post({
          json: { userId: order.userId, productId: order.productsId.map(({ id }) => id), orderId: order.id },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const settled = !registered.isPending
  const { userId } = order
  useEffect(() => {
    if (!settled) return
    void queryClient.invalidateQueries({ queryKey: queryKeys.cart.all })
    tellTabs({ of: 'cart', userId, cart: null })
    void queryClient.invalidateQueries({ queryKey: queryKeys.orders.lists })
  }, [settled, userId, queryClient])
}
