// When this happened, do that later: the jobs that follow of each event, and nothing else.
import { isMovement } from '#backend/domain/payment/payment-ids.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventIn } from '#backend/eventstore/definition/log-definition.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { JobData, NewJob } from '#backend/jobs/queue.ts'

type ShopEvent = EventIn<ShopLog>
type Happened<Type extends ShopEvent['type']> = RecordedEvent<Extract<ShopEvent, { type: Type }>>
type Policies = { readonly [Type in ShopEvent['type']]?: (event: Happened<Type>) => NewJob[] }

/** Also for demo history, which predates the shop. */
export const policiesOfAll: Policies = {
  OrderPlaced: ({ data: { orderId, holdUntil } }) => [
    { name: 'expire-order', data: { orderId }, startAfter: holdUntil },
  ],
  /** Destroys the person's remaining data, in case the erasing process did not finish. */
  UserErased: ({ data: { userId } }) => [{ name: 'forget-person', data: { userId } }],
}

export const policies: Policies = {
  OrderPlaced: tellHowToPay,
  OrderPaid: ({ data: { orderId } }) => [{ name: 'send-receipt', data: { orderId } }],
  OrderPrepared: tellBuyer('prepared'),
  OrderShipped: tellBuyer('shipped'),
  OrderDelivered: tellBuyer('delivered'),
  OrderReadyForPickup: tellBuyer('ready-for-pickup'),
  OrderPickedUp: tellBuyer('picked-up'),
  WithdrawalRequested: tellBuyer('withdrawal'),
  ReceiptUploaded: tellBuyer('receipt-received'),
  RefundAccountGiven: tellBuyer('refund-account'),
  /** Its checkout stays open: the buyer may retry with another card. */
  OrderRejected: tellBuyer('rejected'),
  OrderExpired: (event) => [...tellBuyer('expired')(event), ...closeCheckout(event)],
  OrderCancelled: (event) => [
    ...(event.data.reason === 'by_staff' ? tellBuyer('transfer-cancelled')(event) : []),
    ...closeCheckout(event),
  ],
  /** A notice is never believed. */
  PaymentNotified: ({ data: { paymentId } }) => [{ name: 'learn-payment', data: { paymentId } }],
  RefundRequested: (event) => (isMovement(event.data.paymentId) ? askForAccount(event) : refund(event)),
  RefundRetried: refund,
  RefundFound: tellOfMoney,
  PaymentRefunded: tellOfMoney,
  // An undo only brings an answer back.
  ReviewAnswered: ({ data: { productId, userId }, meta, position }) =>
    meta.causation === undefined ? [{ name: 'send-review-mail', data: { productId, userId, position } }] : [],
  BankAccountChanged: ({ data: { revision }, meta: { actor }, position }) => [
    { name: 'send-bank-account-mails', data: { revision, actor, position } },
  ],
  UserRegistered: tellThem('welcome'),
  /** Releases what the account's unpaid transfers hold: they would hold it for days. */
  UserBanned: (event) => [
    { name: 'end-transfers', data: { userId: event.data.userId } },
    ...tellThem('suspension')(event),
  ],
  UserReinstated: tellThem('reinstatement'),
  AdminGranted: tellThem('role-granted'),
  StaffRoleGranted: tellThem('role-granted'),
  AdminRevoked: tellThem('role-revoked'),
  StaffRoleRevoked: tellThem('role-revoked'),
  PasswordResetRequested: tellThem('password-reset'),
  PasswordChanged: tellThem('password-changed'),
  // Registering with Google links the account too, but its owner gets a welcome for that.
  GoogleLinked: (event) => (event.meta.cause === 'LinkGoogle' ? tellThem('google-linked')(event) : []),
}

/** Most orders in the wallet are paid by then. */
const patienceMs = 3 * 60_000
const reminderMs = 12 * 3_600_000

/** At once for a transfer, after some minutes for the wallet. */
function tellHowToPay({ data: { orderId, transfer, holdUntil }, position, at }: Happened<'OrderPlaced'>): NewJob[] {
  const mail = (mail: JobData['send-order-mail']['mail'], from?: number): NewJob => ({
    ...({ name: 'send-order-mail', data: { mail, orderId, position } } as const),
    ...(from !== undefined && { startAfter: new Date(from).toISOString() }),
  })
  if (!transfer) return [mail('received', at.getTime() + patienceMs)]
  return [mail('transfer-awaited'), mail('transfer-reminder', Date.parse(holdUntil) - reminderMs)]
}

type OfOrder = { data: { orderId: number }; position: number; at: Date }

function tellBuyer(mail: JobData['send-order-mail']['mail']) {
  return ({ data: { orderId }, position, at }: OfOrder): NewJob[] => [
    { name: 'send-order-mail', data: { mail, orderId, position, at: at.toISOString() } },
  ]
}

function closeCheckout({ data: { orderId } }: OfOrder): NewJob[] {
  return [{ name: 'close-checkout', data: { orderId } }]
}

/** Staff transfer the money of a transfer back, and enter the movement. */
function refund({ data: { orderId, paymentId, refund } }: Happened<'RefundRequested' | 'RefundRetried'>): NewJob[] {
  return isMovement(paymentId) ? [] : [{ name: 'refund-payment', data: { orderId, paymentId, refund } }]
}

/** The bank takes no money back by itself. */
function askForAccount({ data, position }: Happened<'RefundRequested'>): NewJob[] {
  const { orderId, paymentId, refund, amountCents } = data
  if (orderId === null) return []
  const id = { orderId, paymentId, refund }
  return [{ name: 'send-order-mail', data: { mail: 'transfer-refund', orderId, position, amountCents, refund: id } }]
}

/** The shop knows no buyer of a payment that names no order. */
function tellOfMoney({ data, position }: Happened<'RefundFound' | 'PaymentRefunded'>): NewJob[] {
  const { orderId, amountCents } = data
  return orderId === null
    ? []
    : [{ name: 'send-order-mail', data: { mail: 'refunded', orderId, position, amountCents } }]
}

function tellThem(mail: JobData['send-account-mail']['mail']) {
  return ({ data: { userId }, position }: { data: { userId: number }; position: number }): NewJob[] => [
    { name: 'send-account-mail', data: { mail, userId, position } },
  ]
}
