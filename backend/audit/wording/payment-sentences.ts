import { type OrderStatus, orderStateNames } from '#backend/domain/order/order.limits.ts'
import { asideFields } from '#backend/domain/payment/aside.limits.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import { isMovement, wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import type { RefundId } from '#backend/domain/payment/refund.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import { ofKind } from './entries.ts'
import { dayText, linesText, moneyOf, moneyText, transferText } from './values.ts'

const refundReasons = {
  duplicate: 'La orden ya estaba pagada.',
  no_stock: 'Ya no quedaban unidades.',
  cancelled: 'La orden estaba cancelada.',
}

const paymentKind = ofKind('payment', {
  PreferenceCreated: ({ orderId }) => `El proveedor abrió el pago de la orden Nº ${orderId}.`,
  PaymentPending: ({ orderId, paymentId }) => `El pago ${paymentId} de la orden Nº ${orderId} está pendiente.`,
  PaymentApproved: ({ orderId, paymentId, amountCents }) =>
    `Se aprobó el pago ${paymentId} de la orden Nº ${orderId} por ${moneyText(amountCents)}.`,
  PaymentRejected: ({ orderId, paymentId, detail }) => [
    `Se rechazó el pago ${paymentId} de la orden Nº ${orderId}.`,
    detail,
  ],
  PaymentSetAside: ({ orderId, paymentId, differences }) => [
    `El pago ${paymentId} quedó apartado: no coincide con la orden Nº ${orderId}.`,
    differences.map((one) => differenceText(one, differences)).join(' '),
  ],
  UnmatchedPaymentFound: ({ paymentId, amountCents, currency, reference }) => [
    `El pago ${paymentId}, de ${moneyOf(amountCents, currency)}, quedó apartado: no nombra ninguna orden.`,
    reference ? `Nombra «${reference}».` : null,
  ],
  SetAsidePaymentAccepted: ({ orderId, paymentId, amountCents, note }) => [
    `Se aceptó el pago apartado ${paymentId}, de ${moneyText(amountCents)}, para la orden Nº ${orderId}.`,
    note || null,
  ],
  SetAsidePaymentDismissed: (of) => [
    of.orderId === null
      ? `El ${paymentText(of)}, se dio por resuelto.`
      : `El pago apartado ${of.paymentId} de la orden Nº ${of.orderId} se dio por resuelto.`,
    of.note,
  ],
  MovementEntered: ({ number, orderId, direction, date, amountCents, currency }) =>
    `Se anotó el movimiento ${number} del banco, del ${dayText(date)}: ${moneyOf(amountCents, currency)} ${direction === 'in' ? 'para' : 'devueltos de'} la orden Nº ${orderId}.`,
  TransferSettingsChanged: (settings) => `Cambió el pago por transferencia: ${transferText(settings)}.`,
  PaymentNotified: ({ paymentId }) => `El proveedor avisó de un cambio en el pago ${paymentId}.`,
})

const refundKind = ofKind('refund', {
  RefundRequested: (of) => [requestText(of), requestReason(of)],
  RefundFound: (of) => [
    `El proveedor devolvió ${moneyText(of.amountCents)} del ${paymentText(of)} sin que la tienda lo pidiera.`,
    'Se devolvió desde el panel del proveedor.',
  ],
  RefundRefused: (of) => [`El proveedor se negó a devolver ${refundText(of)}.`, of.detail],
  RefundUnanswered: (of) => [
    `El proveedor no confirmó la devolución ${partText(of)} ${paymentText(of)}; se le sigue preguntando.`,
    of.detail,
  ],
  RefundRetried: (of) => `Se pidió otra vez devolver ${refundText(of)}.`,
  RefundDismissed: (of) => [
    of.orderId === null
      ? `El ${paymentText(of)}, se dio por resuelto.`
      : `La devolución ${partText(of)} ${paymentText(of)} se resolvió de otra manera.`,
    of.note,
  ],
  PaymentRefunded: (of) => {
    const who = isMovement(of.paymentId) ? 'La tienda' : 'El proveedor'
    if (of.orderId === null) return `El proveedor devolvió entero el ${paymentText(of)}.`
    const part = of.refund === wholePayment ? ' del' : ', una parte del'
    return `${who} devolvió ${moneyText(of.amountCents)}${part} ${paymentText(of)}.`
  },
})

export const paymentEntries = { ...paymentKind, ...refundKind }

type Requested = DataOf<PaymentEvent, 'RefundRequested'>

function requestText(of: Requested): string {
  const { orderId, paymentId, amountCents, currency, reason, lines } = of
  if (orderId === null) return `Hay que devolver el ${paymentText(of)}: ${moneyOf(amountCents, currency)}.`
  const money = moneyText(amountCents)
  if (reason === 'set_aside')
    return `Hay que devolver el pago apartado ${paymentId} de la orden Nº ${orderId}: ${money}.`
  if (reason !== 'part') return `Hay que devolver el ${paymentText(of)}: ${money}.`
  return `Hay que devolver ${money} del ${paymentText(of)}${lines.length > 0 ? `: ${linesText(lines)}` : ''}.`
}

function requestReason({ reason, note, lines, restocked }: Requested): string | null {
  if (reason === 'set_aside') return note || null
  if (reason !== 'part') return refundReasons[reason]
  if (lines.length === 0) return 'Se escribió un monto.'
  return restocked ? 'Las unidades volvieron al stock.' : 'Las unidades no vuelven al stock.'
}

/** After "devolución": `de U$S 4,00 del`, or `del` whole payment. */
function partText({ refund, amountCents }: { refund: number; amountCents: number }): string {
  return refund === wholePayment ? 'del' : `de ${moneyText(amountCents)} del`
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
    if (field === 'status') return orderStateNames[value as OrderStatus] ?? value
    if (field === 'date') return dayText(value)
    if (field !== 'amountCents') return value || 'nada'
    return itsCurrency ? moneyOf(Number(value), itsCurrency) : moneyText(Number(value))
  }
  const [wanted, came] = [text(expected, currency?.expected), text(found, currency?.found)]
  return `${asideFields[field] ?? field}: se esperaba ${wanted} y vino ${came}.`
}
