// /api/send-email: the shop's templates to the caller's own address, and the contact form to the shop.
import { type Context, Hono } from 'hono'
import type { ContactMessage } from '#backend/domain/mail/contact.limits.ts'
import { mailRequest } from '#backend/domain/mail/mail.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { normalEmail, user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { type Call, message } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { ApiProblem, wrongField } from '#backend/http/middleware/problems.ts'

const call: Call = {
  does: "Sends one of the shop's own mails to the caller, or what the contact page says to the shop.",
  status: 202,
  returns: message,
  refuses: ['unauthenticated', 'forbidden', 'mail_unavailable'],
  rate: 'mail',
}

export const mailRoutes = new Hono<ApiEnv>().post('/', allow('optional', call, { json: mailRequest }), async (c) => {
  const { shop } = c.var
  const { template, ...entry } = c.req.valid('json')
  // The specification's signed-in client names no template.
  if (template === undefined && !c.get('session'))
    throw wrongField('template', 'invalid', 'No es una de las plantillas de la tienda.')
  if (template === 'contact') await shop.sendContact(entry as ContactMessage)
  else await shop.sendWelcome(await ownId(c, entry))
  return c.json({ msg: 'Mensaje enviado!' }, 202)
})

/** Mails go to the caller only, so the body's echo must match. */
async function ownId(
  c: Context<ApiEnv>,
  { userId, email }: { userId?: number | undefined; email?: string | undefined },
): Promise<number> {
  const session = c.get('session')
  if (!session) throw new ApiProblem('unauthenticated')
  const { state } = await loadState(c.var.shop.store, user, session.userId)
  const isOwn = email === undefined || normalEmail(email) === normalEmail(state?.email ?? '')
  if (!isOwn || (userId ?? session.userId) !== session.userId) throw new Rejection('forbidden')
  return session.userId
}
