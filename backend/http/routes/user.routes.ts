// /api/users: registering, signing in by e-mail and password, a new password by mail, and what becomes of an account.

import { type Context, Hono } from 'hono'
import { modifyUser } from '#backend/commands/account/modify-user.ts'
import { type ResetRequest, setPassword, takeResetRequest } from '#backend/commands/account/password-reset.ts'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { listQuery } from '#backend/domain/list.contract.ts'
import { idParam } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import {
  modifiedUser,
  newPassword,
  registration,
  resetRequest,
  signIn,
  userSearch,
} from '#backend/domain/user/user.contract.ts'
import { userModified } from '#backend/domain/user/user.limits.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { once } from '#backend/http/middleware/idempotency-key.ts'
import { listHeaders } from '#backend/http/middleware/list-page.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { notePosition, waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { PasswordResets } from '#backend/identity/password-resets.ts'
import type { RoleKey } from '#backend/identity/role-key.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findUser, listUsers } from '#backend/readmodels/users/users.queries.ts'
import { accountByPassword, markDevice, type SigningInShop, startSession } from './signing-in.ts'

type UserShop = SigningInShop & {
  /** On the primary. */
  decidingDb: Database
  roleKey: RoleKey
  passwordResets: PasswordResets
  /** Keeps a request for a reset mail until a job takes it up. */
  rememberReset: (request: ResetRequest) => Promise<void>
}

export function userRoutes(shop: UserShop) {
  return new Hono<ApiEnv>()
    .route('/', signInRoutes(shop))
    .route('/', resetRoutes(shop))
    .route('/', listRoutes(shop))
    .post('/modifyuser', allow('user'), validate('json', modifiedUser), async (c) => {
      const change = c.req.valid('json')
      const { position } = await modifyUser(
        { ...shop, db: shop.decidingDb },
        commandContext(c),
        c.get('session').userId,
        change,
      )
      notePosition(c, position)
      await shop.positions.waitFor(['users'], position)
      return c.json({ user: (await findUser(shop.db, change.id)) ?? null, msg: userModified }, 200)
    })
    .get('/:id', allow('user'), validate('param', idParam), async (c) => {
      const id = Number(c.req.valid('param').id)
      const session = c.get('session')
      if (id !== session.userId && !may(session, 'accounts:read')) throw new Rejection('not_found')
      await waitForOwnWrites(c, shop.positions, ['users'])
      const user = await findUser(shop.db, id)
      if (!user) throw new Rejection('not_found')
      return c.json(user, 200)
    })
}

/** The staff sees all accounts, everybody else only their own. */
function listRoutes({ db, positions }: UserShop) {
  async function list(c: Context<UserEnv>, path: string, page: number, name?: string) {
    const session = c.get('session')
    const userId = may(session, 'accounts:read') ? undefined : session.userId
    await waitForOwnWrites(c, positions, ['users'])
    const part = await listUsers(db, { name, userId }, page)
    return c.json(part.rows, 200, listHeaders(part, path, { page, ...(name !== undefined && { name }) }))
  }
  return new Hono<ApiEnv>()
    .get('/', allow('user', 'list'), validate('query', listQuery), (c) =>
      list(c, '/api/users', Number(c.req.valid('query').page ?? 1)),
    )
    .get('/search', allow('user', 'list'), validate('query', userSearch), (c) => {
      const { name, page } = c.req.valid('query')
      return list(c, '/api/users/search', Number(page ?? 1), name)
    })
}

function signInRoutes(shop: SigningInShop) {
  const { store, accounts } = shop
  return new Hono<ApiEnv>()
    .post('/new', allow('public', 'registration'), validate('json', registration), once, async (c) => {
      const { isActive, isAdmin, ...entry } = c.req.valid('json')
      if (isActive === false || isAdmin === true) throw new Rejection('forbidden')
      const account = await registerUser({ store, accounts }, entry, { correlation: c.get('requestId') })
      return c.json(await startSession(shop, c, account, 'Usuario creado!'), 201)
    })
    .post('/verifyuser', allow('public'), validate('json', signIn), async (c) => {
      const account = await accountByPassword(shop, c, c.req.valid('json'))
      return c.json(await startSession(shop, c, account, 'Bienvenido!'), 200)
    })
}

const resetTaken = { msg: 'Si ese correo tiene una cuenta, le enviamos un mensaje.' }

function resetRoutes(shop: UserShop) {
  const { accounts, loginLimits } = shop
  return new Hono<ApiEnv>()
    .post('/passwordreset', allow('public', 'passwordReset'), validate('json', resetRequest), async (c) => {
      const { email } = c.req.valid('json')
      const wait = await loginLimits.beginReset(email)
      if (wait > 0) throw tooMany('too_many_attempts', wait)
      await takeResetRequest({ accounts, remember: shop.rememberReset }, email)
      return c.json(resetTaken, 202)
    })
    .post('/setpassword', allow('public'), validate('json', newPassword), async (c) => {
      const { email, position } = await setPassword(shop, c.req.valid('json'), c.get('requestId'))
      notePosition(c, position)
      markDevice(shop, c, email)
      return c.json({ msg: 'Contraseña cambiada!' }, 200)
    })
}
