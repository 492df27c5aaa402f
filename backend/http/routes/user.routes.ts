// /api/users: registering and signing in by e-mail and password.
import { type Context, Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { registerUser } from '#backend/commands/register-user.ts'
import type { Database } from '#backend/db/database.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import { registration, signIn } from '#backend/domain/user/user.contract.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { clientAddress } from '#backend/http/middleware/client-address.ts'
import { ApiProblem } from '#backend/http/middleware/problems.ts'
import { fresh, wrote } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { Account, Accounts } from '#backend/identity/accounts.ts'
import type { LoginLimits } from '#backend/identity/login-limits.ts'
import type { Sessions } from '#backend/identity/sessions.ts'
import { findUser, type UserView } from '#backend/readmodels/users/users.queries.ts'

export function userRoutes(shop: {
  db: Database
  store: EventStore<ShopLog>
  positions: Positions
  accounts: Accounts
  sessions: Sessions
  loginLimits: LoginLimits
  secureCookies: boolean
}) {
  const { db, store, positions, accounts, sessions, loginLimits } = shop

  async function startSession(c: Context<ApiEnv>, account: Account, msg: string) {
    const { id, createdAt, expiresAt } = await sessions.start(account.userId)
    const secure = shop.secureCookies
    setCookie(c, c.get('sessionCookie'), id, { httpOnly: true, sameSite: 'Lax', path: '/', secure, expires: expiresAt })
    wrote(c, account.position)
    await positions.waitFor(['users'], account.position)
    const user: UserView = (await findUser(db, account.userId)) ?? justMade(account, createdAt)
    return { user, msg, marcaTiempoLogin: createdAt.toISOString() }
  }

  return new Hono<ApiEnv>()
    .post('/new', allow('public'), validate('json', registration), async (c) => {
      const { isActive, isAdmin, ...entry } = c.req.valid('json')
      if (isActive === false || isAdmin === true) throw new Rejection('forbidden')
      const account = await registerUser({ store, accounts }, entry, { correlation: c.get('requestId') })
      return c.json(await startSession(c, account, 'Usuario creado!'), 201)
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
      return c.json(await startSession(c, account, 'Bienvenido!'), 200)
    })
    .get('/:id', allow('user'), validate('param', idParam), async (c) => {
      const id = Number(c.req.valid('param').id)
      const { userId, isAdmin } = c.get('session')
      if (id !== userId && !isAdmin) throw new Rejection('not_found')
      await fresh(c, positions, ['users'])
      const user = await findUser(db, id)
      if (!user) throw new Rejection('not_found')
      return c.json(user, 200)
    })
}

/** The view of an account that the read model does not show yet. */
function justMade(account: Account, createdAt: Date): UserView {
  return {
    id: account.userId,
    name: account.name ?? '',
    email: account.email ?? '',
    isActive: account.isActive,
    isAdmin: account.isAdmin,
    imageUrl: null,
    createdAt: createdAt.toISOString(),
  }
}
