// A new password for an account whose person reads its mail: asked for by e-mail, written into the log, set by the link in the mail.
import { randomUUID } from 'node:crypto'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor, ShopLog } from '#backend/domain/shop-log.ts'
import { user } from '#backend/domain/user/user.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Accounts } from '#backend/identity/accounts.ts'
import type { PasswordResets } from '#backend/identity/password-resets.ts'
import { hashPassword } from '#backend/identity/passwords.ts'

/** A request whose account is not yet looked for. emailKey: what the e-mail is claimed by; requestId: a uuid. */
export type ResetRequest = { emailKey: string; requestId: string }

/**
 * Takes a request for a reset mail. It looks for no account: known and unknown e-mails cost the same and get the same answer, and
 * the queue never holds an address. remember: keeps the request for `requestPasswordReset`.
 */
export async function takeResetRequest(
  { accounts, remember }: { accounts: Accounts; remember: (request: ResetRequest) => Promise<void> },
  email: string,
): Promise<void> {
  await remember({ emailKey: accounts.keyOf(email), requestId: randomUUID() })
}

/** Writes a request into the log of the account it is for, from where its mail follows; an unknown or suspended account gets none. */
export async function requestPasswordReset(
  { store, accounts }: { store: EventStore<ShopLog>; accounts: Pick<Accounts, 'idOfKey'> },
  context: CommandContext<ShopActor>,
  { emailKey, requestId }: ResetRequest,
): Promise<void> {
  const userId = await accounts.idOfKey(emailKey)
  if (userId === undefined) return
  const once = { ...context, commandId: requestId }
  await handleCommand(store, once, user, userId, { type: 'RequestPasswordReset', userId })
}

type Setting = { store: EventStore<ShopLog>; accounts: Accounts; passwordResets: PasswordResets }

/**
 * Sets the password that a link was asked for, and ends all sessions of its account. Returns its e-mail and the position of the fact. Throws Rejection
 * reset_link_invalid for a link that is unknown, used, too old or of an account that may not sign in.
 */
export async function setPassword(
  { store, accounts, passwordResets }: Setting,
  { token, password }: { token: string; password: string },
  correlation: string,
): Promise<{ email: string; position: number }> {
  const owner = await passwordResets.ownerOf(token)
  if (owner === undefined || !(await loadState(store, user, owner)).state?.isActive)
    throw new Rejection('reset_link_invalid')
  // The password goes first: a fact without it would shut its person out. A process that ends in between has ended the sessions.
  const hash = await hashPassword(password)
  const userId = await passwordResets.redeem(token, hash, await accounts.bindingOf(owner, hash))
  if (userId === undefined) throw new Rejection('reset_link_invalid')
  const context = { actor: `user:${userId}` as const, correlation }
  const { result, position } = await handleCommand(store, context, user, userId, { type: 'ChangePassword', userId })
  return { email: result?.email ?? '', position }
}
