// Sends mails to people. Builds each mail on sending, so the queue holds only ids.

import { toDecimal } from '#backend/domain/money.ts'
import { isPaidState, type OrderStatus } from '#backend/domain/order/order.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import { timeZone } from '#backend/domain/time-zone.limits.ts'
import { isStaff, roleName } from '#backend/domain/user/roles.limits.ts'
import { type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { type Mail, type Mailer, MailerError } from '#backend/gateways/mailer/mailer.ts'
import { type AccountMail, accountMail } from '#backend/mails/account-mails.ts'
import type { Sender } from '#backend/mails/mail-frame.ts'
import { moneyFormat } from '#backend/mails/money.ts'
import { type OrderMail, orderMail } from '#backend/mails/order-mails.ts'
import { receiptMail } from '#backend/mails/receipt-mail.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import type { JobData, JobHandlers } from './queue.ts'

export type MailParts = {
  store: ShopStore
  mailer: Mailer
  sender: Sender
  /** Undefined if a later request replaced the token. */
  issueReset: (userId: number, request: number) => Promise<string | undefined>
}

export function mailHandlers(parts: MailParts): Pick<JobHandlers, `send-${string}` & keyof JobHandlers> {
  return {
    'send-receipt': ({ orderId }) => sendReceipt(parts, orderId),
    'send-order-mail': (data) => sendOrderMail(parts, data),
    'send-account-mail': (data) => sendAccountMail(parts, data),
  }
}

async function sendReceipt({ store, mailer, sender }: MailParts, orderId: number): Promise<void> {
  const { placed, buyer } = await buyerOf(store, orderId)
  if (!placed || !isPaidState(placed.status) || !buyer) return
  await send(mailer, receiptMail(placed, buyer, sender), { mail: 'receipt', orderId })
}

async function buyerOf(store: ShopStore, orderId: number) {
  const { state: placed } = await loadState(store, order, orderId)
  const { state: account } = await loadState(store, user, placed?.userId ?? 0)
  return { placed, buyer: account?.email ? { name: account.name ?? '', email: account.email } : undefined }
}

/** Skips a mail whose order has moved on from this status. */
const statusNotified: Partial<Record<OrderMail, OrderStatus>> = {
  received: 'placed',
  rejected: 'rejected',
  expired: 'expired',
}

const timeOfDay = new Intl.DateTimeFormat('es-AR', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone,
})

async function sendOrderMail({ store, mailer, sender }: MailParts, data: JobData['send-order-mail']): Promise<void> {
  const { mail, orderId, position, amountCents = 0 } = data
  const { placed: moved, buyer } = await buyerOf(store, orderId)
  if (!moved || !buyer) return
  const statusThen = statusNotified[mail]
  if (statusThen && moved.status !== statusThen) return
  const money = moneyFormat(moved.currency)
  const amounts = {
    total: money.format(toDecimal(moved.totalCents)),
    refunded: amountCents ? money.format(toDecimal(amountCents)) : '',
  }
  const { shipment, withdrawalCode, shipping } = moved
  const heldUntil = timeOfDay.format(new Date(moved.holdUntil))
  const about = { id: orderId, isPickup: shipping === null, shipment, withdrawalCode, heldUntil, ...amounts, position }
  await send(mailer, orderMail(mail, about, buyer, sender), { mail, orderId })
}

async function sendAccountMail(
  parts: MailParts,
  { mail, userId, position }: JobData['send-account-mail'],
): Promise<void> {
  const { state } = await loadState(parts.store, user, userId)
  if (!state?.email || !isStillTrue(mail, state)) return
  const token = mail === 'password-reset' ? await parts.issueReset(userId, position) : ''
  if (token === undefined) return
  const person = { name: state.name ?? '', email: state.email, position, role: roleName(state), token }
  await send(parts.mailer, accountMail(mail, person, parts.sender), { mail, userId })
}

/** Skips a delayed mail that is no longer true, about a lifted suspension or an exchanged role. */
function isStillTrue(mail: AccountMail, state: User): boolean {
  if (mail === 'suspension') return !state.isActive
  if (mail === 'role-granted' || mail === 'role-revoked')
    return state.isActive && isStaff(state) === (mail === 'role-granted')
  return mail === 'welcome' || state.isActive
}

async function send(mailer: Mailer, mail: Mail, about: Record<string, string | number>): Promise<void> {
  await mailer.send(mail).catch((error: unknown) => {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error
    // A retry would fail the same way.
    logWarning('mail refused for good', { ...about, detail: error.message })
  })
}
