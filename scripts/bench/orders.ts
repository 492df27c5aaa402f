// The order history that both contestants fold: five events an order, and the resulting row.
import type { OrderEvent } from '#backend/domain/order/order.events.ts'

/** The peer's rate doesn't depend on the number, and a million orders would take it most of an hour. */
export const peerOrders = 1000

export type OrderFact = { type: string; data: { orderId: number } & Record<string, unknown> }

export function orderHistory(orderId: number, buyers: number): OrderEvent[] {
  const userId = 1 + (orderId % buyers)
  const settled = { orderId, userId, paymentId: `p-${orderId}`, productIds: [7, 12] }
  const line = (productId: number) => ({
    productId,
    name: 'Placa de video',
    imageUrl: '/imagenes/placa.webp',
    priceCents: 129_900_000,
    quantity: 1,
  })
  const placed = {
    orderId,
    userId,
    reference: `GT-${orderId}`,
    lines: [line(7), line(12)],
    totalCents: 259_800_000,
    currency: 'ARS',
    holdUntil: '2026-11-21T12:00:00.000Z',
  }
  return [
    { type: 'OrderPlaced', data: placed },
    { type: 'OrderRejected', data: { orderId, paymentId: `r-${orderId}` } },
    { type: 'OrderExpired', data: { orderId } },
    { type: 'OrderPaid', data: settled },
    { type: 'OrderRefunded', data: { ...settled, wasPaid: true } },
  ]
}

/** The same row as the shop's orders projection. */
export type OrderDocument = Record<string, unknown> & { state: string; timeline: { state: string }[] }

export function evolveOrder(document: OrderDocument | null, { type, data }: OrderFact): OrderDocument {
  const state = type.slice('Order'.length).toLowerCase()
  if (document === null) return { ...data, state, timeline: [{ state }] }
  return { ...document, state, timeline: [...document.timeline, { state }] }
}
