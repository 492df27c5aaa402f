// /api/users: registering, signing in by e-mail and password, and a new password by mail.

import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { type ResetRequest, setPassword, takeResetRequest } from '#backend/commands/account/password-reset.ts'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { newPassword, registration, resetRequest, signIn } from '#backend/domain/user/user.contract.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { clientAddress } from '#backend/http/middleware/client-address.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { notePosition, waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { Account, Accounts } from '#backend/identity/accounts.ts'
import type { LoginLimits } from '#backend/identity/login-limits.ts'
import type { PasswordResets } from '#backend/identity/password-resets.ts'
import type { Sessions } from '#backend/identity/sessions.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { findUser } from '#backend/readmodels/users/users.queries.ts'
import { findOwnAccount } from './account-view.ts'

type UserShop = {
  db: Database
  store: EventStore<ShopLog>
  positions: Positions<ReadModelName>
  accounts: Accounts
  sessions: Sessions
  loginLimits: LoginLimits
  passwordResets: PasswordResets
  /** Keeps a request for a reset mail until a job takes it up. */
  rememberReset: (request: ResetRequest) => Promise<void>
  secureCookies: boolean
}

export function userRoutes(shop: UserShop) {
  return new Hono<ApiEnv>()
    .route('/', signInRoutes(shop))
    .route('/', resetRoutes(shop))
    .get('/:id', allow('user'), validate('param', idParam), async (c) => {
      const id = Number(c.req.valid('param').id)
      const { userId, isAdmin } = c.get('session')
      if (id !== userId && !isAdmin) throw new Rejection('not_found')
      await waitForOwnWrites(c, shop.positions, ['users'])
      const user = await findUser(shop.db, id)
      if (!user) throw new Rejection('not_found')
      return c.json(user, 200)
    })
}

function signInRoutes(shop: UserShop) {
  const { store, accounts, loginLimits } = shop
  return new Hono<ApiEnv>()
    .post('/new', allow('public'), validate('json', registration), async (c) => {
      const { isActive, isAdmin, ...entry } = c.req.valid('json')
      if (isActive === false || isAdmin === true) throw new Rejection('forbidden')
      const account = await registerUser({ store, accounts }, entry, { correlation: c.get('requestId') })
      return c.json(await startSession(shop, c, account, 'Usuario creado!'), 201)
    })
    .post('/verifyuser', allow('public'), validate('json', signIn), async (c) => {
      const { email, password } = c.req.valid('json')
      const attempt = { email, address: clientAddress(c) }
      const wait = await loginLimits.begin(attempt)
      if (wait > 0) throw new ApiProblem('too_many_attempts', { retryAfter: wait }, { 'Retry-After': String(wait) })
      const account = await accounts.verify(email, password).catch(async (error: unknown) => {
        if (!(error instanceof Rejection && error.code === 'wrong_credentials')) await loginLimits.forget(attempt)
        throw error
      })
      await loginLimits.forget(attempt)
      return c.json(await startSession(shop, c, account, 'Bienvenido!'), 200)
    })
}

const resetTaken = { msg: 'Si ese correo tiene una cuenta, le enviamos un mensaje.' }

function resetRoutes(shop: UserShop) {
  return new Hono<ApiEnv>()
    .post('/passwordreset', allow('public'), validate('json', resetRequest), async (c) => {
      await takeResetRequest({ accounts: shop.accounts, remember: shop.rememberReset }, c.req.valid('json').email)
      return c.json(resetTaken, 202)
    })
    .post('/setpassword', allow('public'), validate('json', newPassword), async (c) => {
      notePosition(c, await setPassword(shop, c.req.valid('json'), c.get('requestId')))
      return c.json({ msg: 'Contraseña cambiada!' }, 200)
    })
}

/** Sets the session's cookie and returns what the browser keeps of the sign-in. */
async function startSession(shop: UserShop, c: Context<ApiEnv>, { userId, isAdmin, position }: Account, msg: string) {
  const { sessions, secureCookies: secure, positions } = shop
  const { id, createdAt, expiresAt } = await sessions.start(userId)
  setCookie(c, c.get('sessionCookie'), id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, expires: expiresAt })
  notePosition(c, position)
  await positions.waitFor(['users'], position)
  const user = await findOwnAccount(shop, { userId, isAdmin, createdAt })
  return { user, msg, marcaTiempoLogin: createdAt.toISOString() }
}
