// /api/auth/google: sign-in through the provider; /api/users/loginwithgoogle, for clients with the provider's token.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  acceptCredential,
  beginGoogle,
  confirmGoogleLink,
  finishGoogle,
  type GoogleOutcome,
} from '#backend/commands/account/google-flow.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import {
  googleAnswer,
  googleCredential,
  googleLink,
  googleReturn,
  googleStart,
} from '#backend/domain/user/user.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { dropCookie, readCookie, writeCookie } from '#backend/http/middleware/cookies.ts'
import { accountByPassword, startSession } from './signing-in.ts'

const failures = [
  ...(['google_refused', 'google_link_required', 'google_taken', 'email_unverified'] as const),
  ...(['sign_in_unavailable', 'user_banned', 'user_erased'] as const),
] as const
const calls = {
  start: {
    does: 'Begins a sign-in at the provider: the address to go to.',
    returns: z.object({ url: z.string(), nonce: z.string() }),
    refuses: ['sign_in_unavailable'],
  },
  finish: {
    does: 'Ends a sign-in with what the provider sent back.',
    returns: googleAnswer,
    refuses: [...failures, 'google_cancelled'],
  },
  link: {
    does: 'Links a provider account to the account with the same e-mail, by its password.',
    returns: googleAnswer,
    refuses: [...failures, 'wrong_credentials', 'too_many_attempts'],
  },
  credential: { does: "Signs in by the provider's signed credential.", returns: googleAnswer, refuses: failures },
} satisfies Record<string, Call>

export const returnPath = '/login/google'
const greeting = 'Bienvenido!'
/** Equals the lifetime of the sealed cookies. */
const maxAge = 600

export const googleRoutes = new Hono<ApiEnv>()
  .post('/start', allow('public', calls.start, { json: googleStart }), async (c) => {
    const { redirect } = c.req.valid('json')
    const { url, nonce, attempt } = await beginGoogle(c.var.shop, returnAddress(c), redirect ?? null)
    writeCookie(c, 'google-attempt', attempt, { maxAge })
    return c.json({ url, nonce }, 200)
  })
  .post('/finish', allow('public', calls.finish, { json: googleReturn }), async (c) => {
    const attempt = takeAttempt(c)
    const outcome = await finishGoogle(c.var.shop, { attempt, ...c.req.valid('json') }, c.get('requestId'))
    return c.json(await signedIn(c, outcome), 200)
  })
  .post('/link', allow('public', calls.link, { json: googleLink }), async (c) => {
    const { password } = c.req.valid('json')
    const pending = readCookie(c, 'google-link') ?? ''
    const byPassword = (email: string) => accountByPassword(c, { email, password })
    const linked = await confirmGoogleLink(c.var.shop, pending, byPassword, c.get('requestId'))
    dropCookie(c, 'google-link')
    return c.json(await signedIn(c, linked), 200)
  })

/** Mounted at /users for the specification's client. */
export const googleCredentialRoutes = new Hono<ApiEnv>().post(
  '/loginwithgoogle',
  allow('public', calls.credential, { json: googleCredential }),
  async (c) => {
    const attempt = takeAttempt(c)
    const { uid, data, credential } = c.req.valid('json')
    const outcome = await acceptCredential(c.var.shop, { attempt, uid, data, credential }, c.get('requestId'))
    return c.json(await signedIn(c, outcome), 200)
  },
)

async function signedIn(c: Context<ApiEnv>, outcome: GoogleOutcome) {
  if ('pendingLink' in outcome) {
    writeCookie(c, 'google-link', outcome.pendingLink, { maxAge })
    throw new Rejection('google_link_required', { email: outcome.email })
  }
  return { ...(await startSession(c, outcome.account, greeting)), redirect: outcome.redirect }
}

/** On this machine the browser may use 127.0.0.1; it must return to the host that has its cookies. */
function returnAddress(c: Context<ApiEnv>): string {
  // Guards have admitted only own origins.
  return `${c.req.header('origin') ?? c.var.shop.publicUrl}${returnPath}`
}

function takeAttempt(c: Context): string {
  const sealed = readCookie(c, 'google-attempt') ?? ''
  if (sealed) dropCookie(c, 'google-attempt')
  return sealed
}
