// Sentences about carts and orders.
import type { CartEvent } from '#backend/domain/cart/cart.events.ts'
import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import type { Entries } from './entries.ts'
import { linesText, moneyText, unitsText } from './values.ts'

const cancelReasons = {
  by_user: 'La canceló su comprador.',
  replaced: 'La reemplazó una orden nueva.',
  provider_unavailable: 'El proveedor de pagos no respondió.',
}
const cartEntries: Entries<CartEvent> = {
  ItemAddedToCart: {
    kind: 'cart',
    says: ({ userId, productId, quantity }) =>
      `La cuenta Nº ${userId} puso ${unitsText(quantity)} del producto Nº ${productId} en su carrito.`,
  },
  ItemQuantityChanged: {
    kind: 'cart',
    says: ({ userId, productId, quantity }) =>
      `La cuenta Nº ${userId} dejó en ${unitsText(quantity)} el producto Nº ${productId} de su carrito.`,
  },
  ItemRemovedFromCart: {
    kind: 'cart',
    says: ({ userId, productId }) => `La cuenta Nº ${userId} sacó el producto Nº ${productId} de su carrito.`,
  },
  CartMerged: {
    kind: 'cart',
    says: ({ userId, lines }) => `El carrito del navegador pasó al de la cuenta Nº ${userId}: ${linesText(lines)}.`,
  },
  CartCorrected: {
    kind: 'cart',
    says: ({ userId }) => `La cuenta Nº ${userId} aceptó su carrito con lo que se puede comprar.`,
  },
  CheckoutStarted: {
    kind: 'cart',
    says: ({ userId, orderId }) => `La cuenta Nº ${userId} empezó a pagar su carrito como orden Nº ${orderId}.`,
  },
  CartOrdered: {
    kind: 'cart',
    says: ({ userId, orderId, lines }) =>
      lines.length === 0
        ? `La orden Nº ${orderId} se pagó; del carrito de la cuenta Nº ${userId} no salió nada.`
        : `La orden Nº ${orderId} se pagó y salió del carrito de la cuenta Nº ${userId}: ${linesText(lines)}.`,
  },
  CartCarriedForward: {
    kind: 'system',
    says: ({ userId }) => `Se resumió la historia del carrito de la cuenta Nº ${userId}; nada cambió.`,
  },
}

const orderEntries: Entries<OrderEvent> = {
  OrderPlaced: {
    kind: 'order',
    says: ({ orderId, userId, lines, totalCents }) =>
      `La cuenta Nº ${userId} hizo la orden Nº ${orderId}: ${linesText(lines)} por ${moneyText(totalCents)}.`,
  },
  ShippingAdded: {
    kind: 'order',
    says: ({ orderId, priceCents, days }) =>
      `La orden Nº ${orderId} va con envío a domicilio ${priceCents === 0 ? 'gratis' : `por ${moneyText(priceCents)}`}, en hasta ${days === 1 ? '1 día hábil' : `${days} días hábiles`}.`,
  },
  OrderPaid: {
    kind: 'order',
    says: ({ orderId, paymentId }) => `La orden Nº ${orderId} quedó pagada con el pago ${paymentId}.`,
  },
  OrderPrepared: { kind: 'order', says: ({ orderId }) => `La orden Nº ${orderId} está preparada.` },
  OrderShipped: {
    kind: 'order',
    says: ({ orderId, carrier, tracking }) => `La orden Nº ${orderId} salió con ${carrier}, envío ${tracking}.`,
  },
  OrderDelivered: { kind: 'order', says: ({ orderId }) => `La orden Nº ${orderId} fue entregada.` },
  OrderReadyForPickup: {
    kind: 'order',
    says: ({ orderId }) => `La orden Nº ${orderId} está lista para retirar en el local.`,
  },
  OrderPickedUp: { kind: 'order', says: ({ orderId }) => `La orden Nº ${orderId} fue retirada en el local.` },
  WithdrawalRequested: {
    kind: 'order',
    says: ({ orderId, code }) => `El comprador se arrepintió de la orden Nº ${orderId}, código ${code}.`,
  },
  OrderRejected: {
    kind: 'order',
    says: ({ orderId, paymentId }) => `La orden Nº ${orderId} terminó porque el pago ${paymentId} fue rechazado.`,
  },
  OrderExpired: {
    kind: 'order',
    says: ({ orderId }) => `La orden Nº ${orderId} venció sin pago.`,
    why: () => 'Pasó el tiempo de la reserva.',
  },
  OrderCancelled: {
    kind: 'order',
    says: ({ orderId }) => `La orden Nº ${orderId} fue cancelada.`,
    why: ({ reason }) => cancelReasons[reason],
  },
  OrderRefunded: {
    kind: 'refund',
    says: ({ orderId, paymentId }) => `Se devolvió el pago ${paymentId} de la orden Nº ${orderId}.`,
  },
}

export const saleEntries = { ...cartEntries, ...orderEntries }
