// Sends mails to people. Builds each mail on sending, so the queue holds only ids.
import { sellerAt, sellerNow } from '#backend/commands/seller/change-seller.ts'
import { type OrderStatus, paidStates } from '#backend/domain/order/order.limits.ts'
import { order } from '#backend/domain/order/order.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { paymentStreamId } from '#backend/domain/payment/payment-ids.limits.ts'
import type { RefundId } from '#backend/domain/payment/refund.ts'
import { isOnItsWay } from '#backend/domain/payment/refund-state.limits.ts'
import { product } from '#backend/domain/product/product.ts'
import { review, reviewId } from '#backend/domain/review/review.ts'
import { accountOf, detailsOf } from '#backend/domain/seller/seller.limits.ts'
import { userIdOf } from '#backend/domain/shop-log.ts'
import { isStaff, roleName } from '#backend/domain/user/roles.limits.ts'
import { type User, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { type Mail, type Mailer, MailerError } from '#backend/gateways/mailer/mailer.ts'
import { type AccountMail, accountMail } from '#backend/mails/account-mails.ts'
import type { Sender } from '#backend/mails/mail-frame.ts'
import { type OrderMail, orderMail } from '#backend/mails/order-mails.ts'
import { reviewMail } from '#backend/mails/review-mail.ts'
import { bankAccountMail, logHeadMail, type Person } from '#backend/mails/staff-mails.ts'
import type { ShopStore } from '#backend/shop-store.ts'
import { logInfo, logWarning } from '#backend/telemetry/log.ts'
import type { JobData, JobHandlers } from './queue.ts'

export type MailParts = {
  store: ShopStore
  mailer: Mailer
  sender: () => Promise<Sender>
  /** Admins who may sign in. */
  listAdmins: () => Promise<readonly Person[]>
  listAuditors: () => Promise<readonly Person[]>
  /** The log's chain. */
  readHead: () => Promise<{ position: number; hash: string } | undefined>
  /** Undefined if a later request replaced the token. */
  issueReset: (userId: number, request: number) => Promise<string | undefined>
}

export function mailHandlers(parts: MailParts) {
  return {
    'send-receipt': ({ orderId }) => sendOrderMail(parts, { mail: 'receipt', orderId, position: 0 }),
    'send-order-mail': (data) => sendOrderMail(parts, data),
    'send-account-mail': (data) => sendAccountMail(parts, data),
    'send-review-mail': (data) => sendReviewMail(parts, data),
    'send-bank-account-mails': (data) => sendBankAccountMails(parts, data),
    'publish-log-head': () => publishLogHead(parts),
  } satisfies Partial<JobHandlers>
}

/** Skips a mail whose order has moved on from these statuses. */
const statusNotified: Partial<Record<OrderMail, readonly OrderStatus[]>> = {
  receipt: paidStates,
  received: ['placed'],
  rejected: ['rejected'],
  expired: ['expired'],
  'transfer-awaited': ['placed'],
  'transfer-reminder': ['placed'],
  'receipt-received': ['placed', 'expired'],
}

/** Not sent once the shop has another account; the order's page tells it. */
const namesAccount: ReadonlySet<OrderMail> = new Set(['transfer-awaited', 'transfer-reminder'])

async function sendOrderMail({ store, mailer, sender }: MailParts, data: JobData['send-order-mail']): Promise<void> {
  const { mail, orderId, amountCents = 0 } = data
  const { state: placed } = await loadState(store, order, orderId)
  const { state: account } = await loadState(store, user, placed?.userId ?? 0)
  if (!placed || !account?.email || statusNotified[mail]?.includes(placed.status) === false) return
  if (mail === 'transfer-reminder' && placed.receipts.length > 0) return
  if (data.refund && !(await isUnderWay(store, data.refund))) return
  const buyer = { name: account.name ?? '', email: account.email }
  const present = await sender()
  if (namesAccount.has(mail) && placed.transfer?.account.cbu !== (await sellerNow(store)).cbu) return
  const seller = detailsOf(await sellerAt(store, placed.sellerRevision))
  const told = { ...placed, ...data, amountCents, place: present.seller }
  await send(mailer, orderMail(mail, told, buyer, { ...present, seller }), { mail, orderId })
}

/** A late mail must not promise money after it went back. */
async function isUnderWay(store: ShopStore, of: RefundId): Promise<boolean> {
  const { state } = await loadState(store, payment, paymentStreamId(of))
  return state.payments[of.paymentId]?.refunds.some((one) => one.refund === of.refund && isOnItsWay(one)) === true
}

async function sendAccountMail(parts: MailParts, { mail, userId, position }: JobData['send-account-mail']) {
  const { state } = await loadState(parts.store, user, userId)
  if (!state?.email || !isStillTrue(mail, state)) return
  const token = mail === 'password-reset' ? await parts.issueReset(userId, position) : ''
  if (token === undefined) return
  const person = { name: state.name ?? '', email: state.email, position, role: roleName(state), token }
  await send(parts.mailer, accountMail(mail, person, await parts.sender()), { mail, userId })
}

/** To each admin; a repeat sends the same ids. */
async function sendBankAccountMails(
  { store, mailer, sender, listAdmins }: MailParts,
  { revision, actor, position }: JobData['send-bank-account-mails'],
): Promise<void> {
  const userId = userIdOf(actor)
  const changedBy = userId === null ? '' : ((await loadState(store, user, userId)).state?.name ?? '')
  const change = { position, account: accountOf(await sellerAt(store, revision)), changedBy }
  const from = await sender()
  for (const admin of await listAdmins())
    await send(mailer, bankAccountMail(change, admin, from), { mail: 'bank-account', userId: admin.id })
}

/**
 * Logs the head and mails it to each auditor, so that they can detect a rewritten log. Throws if a mail fails; a repeat
 * sends the same ids.
 */
async function publishLogHead({ readHead, listAuditors, mailer, sender }: MailParts): Promise<void> {
  const head = await readHead()
  if (!head) return
  logInfo('head of the log', head)
  const from = await sender()
  for (const auditor of await listAuditors()) await mailer.send(logHeadMail(head, auditor, from))
}

/** Skips a delayed mail that is no longer true, about a lifted suspension or an exchanged role. */
function isStillTrue(mail: AccountMail, state: User): boolean {
  if (mail === 'suspension') return !state.isActive
  if (mail === 'role-granted' || mail === 'role-revoked')
    return state.isActive && isStaff(state) === (mail === 'role-granted')
  return mail === 'welcome' || state.isActive
}

/** Skips an answer that was withdrawn or went with its review. */
async function sendReviewMail(
  { store, mailer, sender }: MailParts,
  { productId, userId, position }: JobData['send-review-mail'],
): Promise<void> {
  const [{ state: answered }, { state: author }, { state: sold }] = await Promise.all([
    loadState(store, review, reviewId(productId, userId)),
    loadState(store, user, userId),
    loadState(store, product, productId),
  ])
  if (!answered?.answer || !author?.email || !author.isActive || !sold) return
  const about = { position, productId, product: sold.name, answer: answered.answer.text }
  const person = { name: author.name ?? '', email: author.email }
  await send(mailer, reviewMail(about, person, await sender()), { mail: 'review-answered', userId })
}

async function send(mailer: Mailer, mail: Mail, about: Record<string, string | number>): Promise<void> {
  await mailer.send(mail).catch((error: unknown) => {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error
    // A retry would fail the same way.
    logWarning('mail refused for good', { ...about, detail: error.message })
  })
}
