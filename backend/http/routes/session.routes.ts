import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { openSession, sessionAnswer } from '#backend/domain/user/user.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, type UserEnv } from '#backend/http/middleware/allow.ts'
import { dropCookie, readCookie } from '#backend/http/middleware/cookies.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { browsers, systems } from '#backend/identity/devices.ts'
import { findAttemptsLeft, findOwnAccount } from './account-view.ts'

/** Server times; lastSeenAt is accurate to five minutes. */
const openSessions = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      browser: z.enum(browsers).nullable(),
      system: z.enum(systems).nullable(),
      startedAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
      isCurrent: z.boolean(),
    }),
  ),
})
const calls = {
  session: { does: 'Who is signed in, and until when.', returns: sessionAnswer },
  end: { does: 'Signs out.', status: 204, returns: null },
  open: {
    does: "The caller's open sessions: from where, since when, last used when, and which is this one.",
    returns: openSessions,
  },
  endOpen: {
    does: "Ends one of the caller's sessions by its id; returns those that are left.",
    returns: openSessions,
    refuses: ['not_found'],
  },
  endOthers: { does: "Ends all of the caller's sessions but this one.", returns: openSessions },
} satisfies Record<string, Call>

/** The session determines the account. Calls below /open return the open sessions. */
export const sessionRoutes = new Hono<ApiEnv>()
  .get('/', allow('optional', calls.session), async (c) => {
    const { session, shop } = c.var
    if (!session) return c.json({ user: null, marcaTiempoLogin: null, expiresAt: null }, 200)
    return c.json(
      {
        user: await findOwnAccount(shop, session),
        marcaTiempoLogin: session.createdAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
        changeRolAttempts: await findAttemptsLeft(shop.store, session),
      },
      200,
    )
  })
  .post('/end', allow('public', calls.end), async (c) => {
    const id = readCookie(c, 'sid')
    if (id) await c.var.shop.sessions.end(id)
    dropCookie(c, 'sid')
    return c.body(null, 204)
  })
  .get('/open', allow('user', calls.open), answerOpen)
  .post('/open/end', allow('user', calls.endOpen, { json: openSession }), async (c) => {
    const { userId, publicId } = c.get('session')
    const { id } = c.req.valid('json')
    if (!(await c.var.shop.sessions.endOne(userId, id))) notFound()
    if (id === publicId) dropCookie(c, 'sid')
    return answerOpen(c)
  })
  .post('/open/endothers', allow('user', calls.endOthers), async (c) => {
    await c.var.shop.sessions.endOthers(c.get('session'))
    return answerOpen(c)
  })

async function answerOpen(c: Context<UserEnv>) {
  const { session, shop } = c.var
  const open = await shop.sessions.list(session.userId)
  return c.json({ sessions: open.map((one) => ({ ...one, isCurrent: one.id === session.publicId })) }, 200)
}
