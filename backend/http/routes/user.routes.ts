import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { modifyUser } from '#backend/commands/account/modify-user.ts'
import { setPassword, takeResetRequest } from '#backend/commands/account/password-reset.ts'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { idParam, listQuery } from '#backend/domain/list.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { may } from '#backend/domain/user/roles.limits.ts'
import {
  modifiedUser,
  newPassword,
  registration,
  resetRequest,
  signedInAnswer,
  signIn,
  userAnswer,
  userSearch,
} from '#backend/domain/user/user.contract.ts'
import { userModified } from '#backend/domain/user/user.limits.ts'
import { type Call, message } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, type UserEnv } from '#backend/http/middleware/allow.ts'
import { listHeaders } from '#backend/http/middleware/list-page.ts'
import { notFound } from '#backend/http/middleware/problems.ts'
import { tooMany } from '#backend/http/middleware/rate-limit.ts'
import { notePosition } from '#backend/http/middleware/read-your-writes.ts'
import { routePattern } from '#backend/http/middleware/telemetry.ts'
import { findUser, listUsers } from '#backend/readmodels/users/users.queries.ts'
import { googleCredentialRoutes } from './google.routes.ts'
import { personalDataRoutes } from './person/personal-data.routes.ts'
import { avatarRoutes } from './pictures.routes.ts'
import { accountByPassword, markDevice, startSession } from './signing-in.ts'

const calls = {
  modify: {
    does: 'Changes of an account what is sent otherwise than it is: name and picture by its person, activity and role by admins.',
    returns: z.object({ user: userAnswer.nullable(), msg: z.string() }),
    refuses: [
      ...(['not_found', 'forbidden', 'last_admin', 'role_changed', 'admin_stays_active', 'user_erased'] as const),
      ...(['role_key_missing', 'role_key_rejected', 'role_change_blocked', 'role_key_unset'] as const),
    ],
  },
  one: {
    does: 'One account: the own one, or any for the staff who read them.',
    returns: userAnswer,
    refuses: ['not_found'],
  },
  list: {
    does: 'All accounts for the staff who read them, the own one for anybody else.',
    returns: z.array(userAnswer),
    rate: 'list',
  },
  search: { does: 'Accounts whose name contains a text.', returns: z.array(userAnswer), rate: 'list' },
  register: {
    does: 'Makes an account and signs it in.',
    status: 201,
    returns: signedInAnswer,
    refuses: ['forbidden', 'email_in_use'],
    rate: 'registration',
  },
  signIn: {
    does: 'Signs in by e-mail and password.',
    returns: signedInAnswer,
    refuses: ['wrong_credentials', 'user_banned', 'too_many_attempts'],
  },
  askReset: {
    does: 'Sends a link for a new password, if the e-mail has an account; the answer does not tell.',
    status: 202,
    returns: message,
    refuses: ['too_many_attempts'],
    rate: 'passwordReset',
  },
  setPassword: {
    does: 'Sets a new password by the link of the mail; ends all sessions.',
    returns: message,
    refuses: ['reset_link_invalid'],
  },
} satisfies Record<string, Call>

const resetTaken = { msg: 'Si ese correo tiene una cuenta, le enviamos un mensaje.' }

export const userRoutes = new Hono<ApiEnv>()
  .route('/', googleCredentialRoutes)
  .route('/', avatarRoutes)
  .route('/', personalDataRoutes)
  .post('/new', allow('public', calls.register, { json: registration }), async (c) => {
    const { isActive, isAdmin, ...entry } = c.req.valid('json')
    if (isActive === false || isAdmin === true) throw new Rejection('forbidden')
    const account = await registerUser(c.var.shop, entry, { correlation: c.get('requestId') })
    return c.json(await startSession(c, account, 'Usuario creado!'), 201)
  })
  .post('/verifyuser', allow('public', calls.signIn, { json: signIn }), async (c) => {
    const account = await accountByPassword(c, c.req.valid('json'))
    return c.json(await startSession(c, account, 'Bienvenido!'), 200)
  })
  .post('/passwordreset', allow('public', calls.askReset, { json: resetRequest }), async (c) => {
    const { accounts, loginLimits, rememberReset: remember } = c.var.shop
    const { email } = c.req.valid('json')
    const wait = await loginLimits.beginReset(email)
    if (wait > 0) throw tooMany('too_many_attempts', wait)
    await takeResetRequest({ accounts, remember }, email)
    return c.json(resetTaken, 202)
  })
  .post('/setpassword', allow('public', calls.setPassword, { json: newPassword }), async (c) => {
    const { email, position } = await setPassword(c.var.shop, c.req.valid('json'), c.get('requestId'))
    notePosition(c, position)
    markDevice(c, email)
    return c.json({ msg: 'Contraseña cambiada!' }, 200)
  })
  .get('/', allow('user', calls.list, { query: listQuery }), (c) => list(c, c.req.valid('query')))
  .get('/search', allow('user', calls.search, { query: userSearch }), (c) => list(c, c.req.valid('query')))
  .post('/modifyuser', allow('user', calls.modify, { json: modifiedUser }), async (c) => {
    const change = c.req.valid('json')
    const { shop } = c.var
    const deciding = { ...shop, db: shop.decidingDb }
    await modifyUser(deciding, commandContext(c), c.get('session').userId, change)
    return c.json({ user: (await findUser(shop.db, change.id)) ?? null, msg: userModified }, 200)
  })
  .get('/:id', allow('user', calls.one, { param: idParam }), async (c) => {
    const { id } = c.req.valid('param')
    const session = c.get('session')
    if (id !== session.userId && !may(session, 'accounts:read')) notFound()
    return c.json((await findUser(c.var.shop.db, id)) ?? notFound(), 200)
  })

async function list(c: Context<UserEnv>, { page, name }: { page: number; name?: string }) {
  const { session, shop } = c.var
  const userId = may(session, 'accounts:read') ? undefined : session.userId
  const part = await listUsers(shop.db, { name, userId }, page)
  return c.json(part.rows, 200, listHeaders(part, routePattern(c), { page, ...(name !== undefined && { name }) }))
}
