// Sentences about payments and refunds.
import { asideFields } from '#backend/domain/payment/aside.limits.ts'
import type { NotificationEvent, PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import type { UnmatchedEvent } from '#backend/domain/payment/unmatched.events.ts'
import type { Entries } from './entries.ts'
import { linesText, moneyOf, moneyText } from './values.ts'

const refundReasons = {
  duplicate: 'La orden ya estaba pagada.',
  no_stock: 'Ya no quedaban unidades.',
  cancelled: 'La orden estaba cancelada.',
}

export const paymentEntries: Entries<PaymentEvent | UnmatchedEvent | NotificationEvent> = {
  PreferenceCreated: {
    kind: 'payment',
    says: ({ orderId }) => `El proveedor abrió el pago de la orden Nº ${orderId}.`,
  },
  PaymentPending: {
    kind: 'payment',
    says: ({ orderId, paymentId }) => `El pago ${paymentId} de la orden Nº ${orderId} está pendiente.`,
  },
  PaymentApproved: {
    kind: 'payment',
    says: ({ orderId, paymentId, amountCents }) =>
      `Se aprobó el pago ${paymentId} de la orden Nº ${orderId} por ${moneyText(amountCents)}.`,
  },
  PaymentRejected: {
    kind: 'payment',
    says: ({ orderId, paymentId }) => `Se rechazó el pago ${paymentId} de la orden Nº ${orderId}.`,
    why: ({ detail }) => detail,
  },
  PaymentSetAside: {
    kind: 'payment',
    says: ({ orderId, paymentId }) =>
      `El pago ${paymentId} quedó apartado: no coincide con ${orderId === null ? 'ninguna orden' : `la orden Nº ${orderId}`}.`,
    why: ({ differences }) => differences.map((one) => differenceText(one, differences)).join(' '),
  },
  RefundRequested: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `Hay que devolver el pago ${paymentId} de la orden Nº ${orderId}: ${moneyText(amountCents)}.`,
    why: ({ reason }) => refundReasons[reason],
  },
  PartialRefundRequested: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents, lines }) =>
      `Hay que devolver ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId}${lines.length > 0 ? `: ${linesText(lines)}` : ''}.`,
    why: ({ lines, restocked }) => {
      if (lines.length === 0) return 'Se escribió un monto.'
      return restocked ? 'Las unidades volvieron al stock.' : 'Las unidades no vuelven al stock.'
    },
  },
  PartialRefundFound: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `El proveedor devolvió ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId} sin que la tienda lo pidiera.`,
    why: () => 'Se devolvió desde el panel del proveedor.',
  },
  PaymentPartiallyRefunded: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `El proveedor devolvió ${moneyText(amountCents)}, una parte del pago ${paymentId} de la orden Nº ${orderId}.`,
  },
  PartialRefundRefused: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `El proveedor se negó a devolver ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId}.`,
    why: ({ detail }) => detail,
  },
  PartialRefundUnanswered: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `El proveedor no confirmó la devolución de ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId}; se le sigue preguntando.`,
    why: ({ detail }) => detail,
  },
  PartialRefundRetried: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `Se pidió otra vez devolver ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId}.`,
  },
  PartialRefundDismissed: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `La devolución de ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId} se resolvió de otra manera.`,
    why: ({ note }) => note,
  },
  SetAsidePaymentAccepted: {
    kind: 'payment',
    says: ({ orderId, paymentId, amountCents }) =>
      `Se aceptó el pago apartado ${paymentId}, de ${moneyText(amountCents)}, para la orden Nº ${orderId}.`,
    why: ({ note }) => note || null,
  },
  SetAsideRefundRequested: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `Hay que devolver el pago apartado ${paymentId} de la orden Nº ${orderId}: ${moneyText(amountCents)}.`,
    why: ({ note }) => note || null,
  },
  SetAsidePaymentDismissed: {
    kind: 'payment',
    says: ({ orderId, paymentId }) => `El pago apartado ${paymentId} de la orden Nº ${orderId} se dio por resuelto.`,
    why: ({ note }) => note,
  },
  PaymentRefunded: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `El proveedor devolvió ${moneyText(amountCents)} del pago ${paymentId} de la orden Nº ${orderId}.`,
  },
  RefundRefused: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `El proveedor se negó a devolver el pago ${paymentId} de la orden Nº ${orderId}: ${moneyText(amountCents)}.`,
    why: ({ detail }) => detail,
  },
  RefundUnanswered: {
    kind: 'refund',
    says: ({ orderId, paymentId }) =>
      `El proveedor no confirmó la devolución del pago ${paymentId} de la orden Nº ${orderId}; se le sigue preguntando.`,
    why: ({ detail }) => detail,
  },
  RefundRetried: {
    kind: 'refund',
    says: ({ orderId, paymentId, amountCents }) =>
      `Se pidió otra vez devolver el pago ${paymentId} de la orden Nº ${orderId}: ${moneyText(amountCents)}.`,
  },
  RefundDismissed: {
    kind: 'refund',
    says: ({ orderId, paymentId }) =>
      `La devolución del pago ${paymentId} de la orden Nº ${orderId} se resolvió de otra manera.`,
    why: ({ note }) => note,
  },
  UnmatchedPaymentFound: {
    kind: 'payment',
    says: ({ paymentId, amountCents, currency }) =>
      `El pago ${paymentId}, de ${moneyOf(amountCents, currency)}, quedó apartado: no nombra ninguna orden.`,
    why: ({ reference }) => (reference ? `Nombra «${reference}».` : null),
  },
  UnmatchedRefundRequested: {
    kind: 'refund',
    says: ({ paymentId, amountCents, currency }) =>
      `Hay que devolver el pago ${paymentId}, que no es de ninguna orden: ${moneyOf(amountCents, currency)}.`,
    why: ({ note }) => note || null,
  },
  UnmatchedRefundRefused: {
    kind: 'refund',
    says: ({ paymentId }) => `El proveedor se negó a devolver el pago ${paymentId}, que no es de ninguna orden.`,
    why: ({ detail }) => detail,
  },
  UnmatchedRefundUnanswered: {
    kind: 'refund',
    says: ({ paymentId }) =>
      `El proveedor no confirmó la devolución del pago ${paymentId}, que no es de ninguna orden; se le sigue preguntando.`,
    why: ({ detail }) => detail,
  },
  UnmatchedRefundRetried: {
    kind: 'refund',
    says: ({ paymentId }) => `Se pidió otra vez devolver el pago ${paymentId}, que no es de ninguna orden.`,
  },
  UnmatchedPaymentRefunded: {
    kind: 'refund',
    says: ({ paymentId }) => `El proveedor devolvió entero el pago ${paymentId}, que no es de ninguna orden.`,
  },
  UnmatchedPaymentDismissed: {
    kind: 'payment',
    says: ({ paymentId }) => `El pago ${paymentId}, que no es de ninguna orden, se dio por resuelto.`,
    why: ({ note }) => note,
  },
  PaymentNotified: {
    kind: 'payment',
    says: ({ paymentId }) => `El proveedor avisó de un cambio en el pago ${paymentId}.`,
  },
}

type Difference = { field: string; expected: string; found: string }

/** `Monto: se esperaba U$S 21,00 y vino U$S 20,00.`; each amount has its own currency. */
function differenceText({ field, expected, found }: Difference, all: readonly Difference[]): string {
  const currency = all.find((one) => one.field === 'currency')
  const text = (value: string, itsCurrency?: string) => {
    if (field === 'liveMode') return value === 'true' ? 'sí' : 'no'
    if (field !== 'amountCents') return value || 'nada'
    return itsCurrency ? moneyOf(Number(value), itsCurrency) : moneyText(Number(value))
  }
  const [wanted, came] = [text(expected, currency?.expected), text(found, currency?.found)]
  return `${asideFields[field] ?? field}: se esperaba ${wanted} y vino ${came}.`
}
