import { ofKind } from './entries.ts'
import { countText, linesText, momentText, moneyText, unitsText } from './values.ts'

const cancelReasons = {
  by_user: 'La canceló su comprador.',
  by_staff: 'La canceló el local.',
  replaced: 'La reemplazó una orden nueva.',
  provider_unavailable: 'El proveedor de pagos no respondió.',
}

const cartEntries = ofKind('cart', {
  ItemAddedToCart: ({ userId, productId, quantity }) =>
    `La cuenta Nº ${userId} puso ${unitsText(quantity)} del producto Nº ${productId} en su carrito.`,
  ItemQuantityChanged: ({ userId, productId, quantity }) =>
    `La cuenta Nº ${userId} dejó en ${unitsText(quantity)} el producto Nº ${productId} de su carrito.`,
  ItemRemovedFromCart: ({ userId, productId }) =>
    `La cuenta Nº ${userId} sacó el producto Nº ${productId} de su carrito.`,
  CartMerged: ({ userId, lines }) => `El carrito del navegador pasó al de la cuenta Nº ${userId}: ${linesText(lines)}.`,
  CartCorrected: ({ userId }) => `La cuenta Nº ${userId} aceptó su carrito con lo que se puede comprar.`,
  CheckoutStarted: ({ userId, orderId }) =>
    `La cuenta Nº ${userId} empezó a pagar su carrito como orden Nº ${orderId}.`,
  TransferStarted: ({ userId, orderId, lines }) =>
    `La cuenta Nº ${userId} pidió por transferencia, como orden Nº ${orderId}, lo que tenía en su carrito: ${linesText(lines)}.`,
  CartOrdered: ({ userId, orderId, lines }) =>
    lines.length === 0
      ? `La orden Nº ${orderId} se pagó; del carrito de la cuenta Nº ${userId} no salió nada.`
      : `La orden Nº ${orderId} se pagó y salió del carrito de la cuenta Nº ${userId}: ${linesText(lines)}.`,
})

const orderEntries = ofKind('order', {
  OrderPlaced: ({ orderId, userId, lines, totalCents, transfer, holdUntil }) => [
    `La cuenta Nº ${userId} hizo la orden Nº ${orderId}: ${linesText(lines)} por ${moneyText(totalCents)}.`,
    transfer &&
      `Se paga por transferencia hasta el ${momentText(holdUntil)}, con ${transfer.discountPercent} % de descuento.`,
  ],
  ShippingAdded: ({ orderId, priceCents, days }) =>
    `La orden Nº ${orderId} va con envío a domicilio ${priceCents === 0 ? 'gratis' : `por ${moneyText(priceCents)}`}, en hasta ${countText(days, 'día hábil', 'días hábiles')}.`,
  InvoiceRequested: ({ orderId, kind }) =>
    `El comprador de la orden Nº ${orderId} pidió Factura ${kind} con su CUIT o DNI.`,
  OrderPaid: ({ orderId, paymentId }) => `La orden Nº ${orderId} quedó pagada con el pago ${paymentId}.`,
  OrderPrepared: ({ orderId }) => `La orden Nº ${orderId} está preparada.`,
  OrderShipped: ({ orderId, carrier, tracking }) => `La orden Nº ${orderId} salió con ${carrier}, envío ${tracking}.`,
  OrderDelivered: ({ orderId }) => `La orden Nº ${orderId} fue entregada.`,
  OrderReadyForPickup: ({ orderId }) => `La orden Nº ${orderId} está lista para retirar en el local.`,
  OrderPickedUp: ({ orderId }) => `La orden Nº ${orderId} fue retirada en el local.`,
  WithdrawalRequested: ({ orderId, code }) => `El comprador se arrepintió de la orden Nº ${orderId}, código ${code}.`,
  ReceiptUploaded: ({ orderId }) => `El comprador de la orden Nº ${orderId} subió un comprobante de transferencia.`,
  RefundAccountGiven: ({ orderId }) => `Se anotó el CBU al que van las devoluciones de la orden Nº ${orderId}.`,
  OrderRejected: ({ orderId, paymentId }) =>
    `La orden Nº ${orderId} terminó porque el pago ${paymentId} fue rechazado.`,
  OrderExpired: ({ orderId }) => [`La orden Nº ${orderId} venció sin pago.`, 'Pasó el tiempo de la reserva.'],
  OrderCancelled: ({ orderId, reason, note }) => [
    `La orden Nº ${orderId} fue cancelada.`,
    note ? `${cancelReasons[reason]} Motivo: ${note}` : cancelReasons[reason],
  ],
})

export const saleEntries = {
  ...cartEntries,
  ...orderEntries,
  ...ofKind('refund', {
    OrderRefunded: ({ orderId, paymentId }) => `Se devolvió el pago ${paymentId} de la orden Nº ${orderId}.`,
  }),
  ...ofKind('system', {
    CartCarriedForward: ({ userId }) => `Se resumió la historia del carrito de la cuenta Nº ${userId}; nada cambió.`,
  }),
}
