// The jobs that write to people. A mail is made when it is sent, so the queue holds ids only.

import type { ShopLog } from '#backend/domain/shop-log.ts'
import { user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { type Mail, type Mailer, MailerError } from '#backend/gateways/mailer/mailer.ts'
import { type AccountMail, accountMail } from '#backend/mails/account-mails.ts'
import type { Sender } from '#backend/mails/mail-frame.ts'
import { receiptMail } from '#backend/mails/receipt-mail.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findOrder } from '#backend/readmodels/orders/orders.queries.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import { logWarning } from '#backend/telemetry/log.ts'
import type { JobData, JobHandlers } from './queue.ts'

export type MailParts = { store: EventStore<ShopLog>; db: Database; mailer: Mailer; sender: Sender }

export function mailHandlers(parts: MailParts): Pick<JobHandlers, 'send-receipt' | 'send-account-mail'> {
  return {
    'send-receipt': ({ orderId }) => sendReceipt(parts, orderId),
    'send-account-mail': (data) => sendAccountMail(parts, data),
  }
}

async function sendReceipt({ db, mailer, sender }: MailParts, orderId: number): Promise<void> {
  const paid = await findOrder(db, orderId)
  // The read model may be a moment behind the event that asked for the mail: the job is tried again.
  if (paid?.state === 'placed') throw new Error(`order ${orderId} does not show as paid yet`)
  const buyer = paid && (await findUser(db, paid.userId))
  if (paid?.state !== 'paid' || !buyer?.email) return
  await send(mailer, receiptMail(paid, buyer, sender), { mail: 'receipt', orderId })
}

async function sendAccountMail(
  { store, mailer, sender }: MailParts,
  data: JobData['send-account-mail'],
): Promise<void> {
  const { mail, userId, position } = data
  const { state } = await loadState(store, user, userId)
  if (!state?.email || !isStillTrue(mail, state.isActive)) return
  await send(mailer, accountMail(mail, { name: state.name ?? '', email: state.email, position }, sender), {
    mail,
    userId,
  })
}

/** A mail that waited for its server may be overtaken: nobody is told of a suspension that is over. */
function isStillTrue(mail: AccountMail, isActive: boolean): boolean {
  return mail === 'welcome' || isActive === (mail === 'reinstatement')
}

async function send(mailer: Mailer, mail: Mail, about: Record<string, string | number>): Promise<void> {
  await mailer.send(mail).catch((error: unknown) => {
    if (!(error instanceof MailerError) || error.kind !== 'refused') throw error
    // Another try would end the same way.
    logWarning('mail refused for good', { ...about, detail: error.message })
  })
}
