// Sentences about payments and refunds.

import { asideFields } from '#backend/domain/payment/aside.limits.ts'
import type { NotificationEvent, PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { RefundId } from '#backend/domain/payment/refund.ts'
import type { Entries } from './entries.ts'
import { linesText, moneyOf, moneyText } from './values.ts'

const refundReasons = {
  duplicate: 'La orden ya estaba pagada.',
  no_stock: 'Ya no quedaban unidades.',
  cancelled: 'La orden estaba cancelada.',
}

export const paymentEntries: Entries<PaymentEvent | NotificationEvent> = {
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
    says: ({ orderId, paymentId }) => `El pago ${paymentId} quedó apartado: no coincide con la orden Nº ${orderId}.`,
    why: ({ differences }) => differences.map((one) => differenceText(one, differences)).join(' '),
  },
  UnmatchedPaymentFound: {
    kind: 'payment',
    says: ({ paymentId, amountCents, currency }) =>
      `El pago ${paymentId}, de ${moneyOf(amountCents, currency)}, quedó apartado: no nombra ninguna orden.`,
    why: ({ reference }) => (reference ? `Nombra «${reference}».` : null),
  },
  SetAsidePaymentAccepted: {
    kind: 'payment',
    says: ({ orderId, paymentId, amountCents }) =>
      `Se aceptó el pago apartado ${paymentId}, de ${moneyText(amountCents)}, para la orden Nº ${orderId}.`,
    why: ({ note }) => note || null,
  },
  SetAsidePaymentDismissed: {
    kind: 'payment',
    says: (of) =>
      of.orderId === null
        ? `El ${paymentText(of)}, se dio por resuelto.`
        : `El pago apartado ${of.paymentId} de la orden Nº ${of.orderId} se dio por resuelto.`,
    why: ({ note }) => note,
  },
  RefundRequested: {
    kind: 'refund',
    says: (of) => {
      const { orderId, paymentId, amountCents, currency, reason, lines } = of
      if (orderId === null) return `Hay que devolver el ${paymentText(of)}: ${moneyOf(amountCents, currency)}.`
      const money = moneyText(amountCents)
      if (reason === 'set_aside')
        return `Hay que devolver el pago apartado ${paymentId} de la orden Nº ${orderId}: ${money}.`
      if (reason !== 'part') return `Hay que devolver el ${paymentText(of)}: ${money}.`
      return `Hay que devolver ${money} del ${paymentText(of)}${lines.length > 0 ? `: ${linesText(lines)}` : ''}.`
    },
    why: ({ reason, note, lines, restocked }) => {
      if (reason === 'set_aside') return note || null
      if (reason !== 'part') return refundReasons[reason]
      if (lines.length === 0) return 'Se escribió un monto.'
      return restocked ? 'Las unidades volvieron al stock.' : 'Las unidades no vuelven al stock.'
    },
  },
  RefundFound: {
    kind: 'refund',
    says: (of) =>
      `El proveedor devolvió ${moneyText(of.amountCents)} del ${paymentText(of)} sin que la tienda lo pidiera.`,
    why: () => 'Se devolvió desde el panel del proveedor.',
  },
  RefundRefused: {
    kind: 'refund',
    says: (of) => `El proveedor se negó a devolver ${refundText(of)}.`,
    why: ({ detail }) => detail,
  },
  RefundUnanswered: {
    kind: 'refund',
    says: (of) => {
      const what = of.refund === wholePayment ? 'del' : `de ${moneyText(of.amountCents)} del`
      return `El proveedor no confirmó la devolución ${what} ${paymentText(of)}; se le sigue preguntando.`
    },
    why: ({ detail }) => detail,
  },
  RefundRetried: {
    kind: 'refund',
    says: (of) => `Se pidió otra vez devolver ${refundText(of)}.`,
  },
  RefundDismissed: {
    kind: 'refund',
    says: (of) => {
      if (of.orderId === null) return `El ${paymentText(of)}, se dio por resuelto.`
      const what = of.refund === wholePayment ? 'del' : `de ${moneyText(of.amountCents)} del`
      return `La devolución ${what} ${paymentText(of)} se resolvió de otra manera.`
    },
    why: ({ note }) => note,
  },
  PaymentRefunded: {
    kind: 'refund',
    says: (of) => {
      if (of.orderId === null) return `El proveedor devolvió entero el ${paymentText(of)}.`
      const part = of.refund === wholePayment ? ' del' : ', una parte del'
      return `El proveedor devolvió ${moneyText(of.amountCents)}${part} ${paymentText(of)}.`
    },
  },
  PaymentNotified: {
    kind: 'payment',
    says: ({ paymentId }) => `El proveedor avisó de un cambio en el pago ${paymentId}.`,
  },
}

/** `pago 55 de la orden Nº 9`, or of none. */
function paymentText({ orderId, paymentId }: { orderId: number | null; paymentId: string }): string {
  return orderId === null
    ? `pago ${paymentId}, que no es de ninguna orden`
    : `pago ${paymentId} de la orden Nº ${orderId}`
}

/** A refund after "devolver": a part by its money, a whole payment with it. */
function refundText(of: RefundId & { amountCents: number }): string {
  if (of.orderId === null) return `el ${paymentText(of)}`
  if (of.refund === wholePayment) return `el ${paymentText(of)}: ${moneyText(of.amountCents)}`
  return `${moneyText(of.amountCents)} del ${paymentText(of)}`
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
