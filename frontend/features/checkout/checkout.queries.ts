import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from '#backend/domain/address.limits.ts'
import type { Invoice } from '#backend/domain/order/invoice.limits.ts'
import { answered, type Cart, type OrderDetail, paymentApi, purchaseApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { forget } from '#frontend/storage.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import { withShipping } from '#frontend/ui/figures/price.ts'

/**
 * Polls every POLL ms for the first IMPATIENT ms, then every LATER ms: card payments take seconds, transfers longer.
 */
const [IMPATIENT, POLL, LATER] = [30_000, 2000, 10_000]

/** The cart as shown, with its shipping (null: pick-up) and the invoice asked for. */
export type Placing = {
  cart: Cart
  shipping: { price: number; days: number; address: Address } | null
  invoice: Invoice | null
  /** In units of currency; null: paid in the wallet. */
  discount: number | null
}

const shownIn = ({ cart, shipping, invoice, discount }: Placing) => ({
  json: {
    ...({ quantity: '1', description: 'Tu compra en GamerTech' } as const),
    price: withShipping(withShipping(cart.subtotal, -(discount ?? 0)), shipping?.price ?? 0),
    lines: cart.lines.map(({ id, quantity, price }) => ({ id, quantity, price })),
    ...(shipping && { shipping }),
    ...(invoice && { invoice }),
  },
})

/** 'Pagar': orders the cart as shown. The server refuses a cart that has changed. */
export function usePlaceOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (placing: Placing) => answered(paymentApi.create_preference.$post(shownIn(placing))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.orders.all }),
  })
}

/** 'Pagar' by bank transfer: the order takes the cart along, so the page leaves before the cart is shown empty. */
export function usePlaceTransfer(goOn: (orderId: number, placed: Placing) => Promise<void>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (placing: Placing) => answered(paymentApi.transfer.$post(shownIn(placing))),
    onSuccess: async ({ orderId }, placed) => {
      await goOn(orderId, placed)
      forget('delivery')
      notifyTabs('cart')
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.orders.all }),
        queryClient.invalidateQueries({ queryKey: queryKeys.cart.all }),
      ])
    },
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.transferOffer }),
  })
}

/** Asks the provider for an order's payment, every two seconds while it is open, every ten after half a minute. */
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

/** Reads the caller's paid order once, then refetches the cart. Marks nothing as paid. */
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
  useEffect(() => {
    if (!settled) return
    void queryClient.invalidateQueries({ queryKey: queryKeys.cart.all })
    notifyTabs('cart')
    void queryClient.invalidateQueries({ queryKey: queryKeys.orders.lists })
  }, [settled, queryClient])
}
