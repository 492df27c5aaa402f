// Password resets: requested by e-mail, recorded in the log, completed through the mailed link.
import { randomUUID } from 'node:crypto'
import { Rejection } from '#backend/domain/rejection.ts'
import { user } from '#backend/domain/user/user.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { Accounts } from '#backend/identity/accounts.ts'
import type { PasswordResets } from '#backend/identity/password-resets.ts'
import { hashPassword } from '#backend/identity/passwords.ts'
import type { ShopContext, ShopStore } from '#backend/shop-store.ts'

export type ResetRequest = { emailKey: string; requestId: string }

/**
 * Accepts a request without looking for the account, so known and unknown e-mails cost and answer the same, and the
 * queue never contains an address. `remember`: stores the request for `requestPasswordReset`.
 */
export async function takeResetRequest(
  { accounts, remember }: { accounts: Accounts; remember: (request: ResetRequest) => Promise<void> },
  email: string,
): Promise<void> {
  await remember({ emailKey: accounts.keyOf(email), requestId: randomUUID() })
}

/** Records the request in the account's stream, which triggers the mail; ignores unknown and suspended accounts. */
export async function requestPasswordReset(
  { store, accounts }: { store: ShopStore; accounts: Pick<Accounts, 'idOfKey'> },
  context: ShopContext,
  { emailKey, requestId }: ResetRequest,
): Promise<void> {
  const userId = await accounts.idOfKey(emailKey)
  if (userId === undefined) return
  const once = { ...context, commandId: requestId }
  await handleCommand(store, once, user, userId, { type: 'RequestPasswordReset', userId })
}

type Setting = { store: ShopStore; accounts: Accounts; passwordResets: PasswordResets }

/**
 * Sets the password and ends all sessions. Returns e-mail and event position. Throws Rejection reset_link_invalid for
 * an unknown, used or expired link, or an account that may not sign in.
 */
export async function setPassword(
  { store, accounts, passwordResets }: Setting,
  { token, password }: { token: string; password: string },
  correlation: string,
): Promise<{ email: string; position: number }> {
  const owner = await passwordResets.ownerOf(token)
  if (owner === undefined || !(await loadState(store, user, owner)).state?.isActive)
    throw new Rejection('reset_link_invalid')
  // Saves the password before the event: an event without it would lock the person out. If the process ends in
  // between, the sessions are already ended.
  const hash = await hashPassword(password)
  const userId = await passwordResets.redeem(token, hash, await accounts.bindingOf(owner, hash))
  if (userId === undefined) throw new Rejection('reset_link_invalid')
  const context = { actor: `user:${userId}` as const, correlation }
  const { result, position } = await handleCommand(store, context, user, userId, { type: 'ChangePassword', userId })
  return { email: result?.email ?? '', position }
}
