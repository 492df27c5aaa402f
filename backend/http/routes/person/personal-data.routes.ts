// A person's own data: the saved address, a full copy, and erasure. Another person's looks absent.
import { Hono } from 'hono'
import { z } from 'zod'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import { tidyAddress } from '#backend/domain/address.limits.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { privacyLegends } from '#backend/domain/user/privacy.limits.ts'
import { addressAnswer, erasure, keptAddress } from '#backend/domain/user/user.contract.ts'
import { erasureWord } from '#backend/domain/user/user.limits.ts'
import { user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { type Call, message } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext, requireOwn } from '#backend/http/middleware/allow.ts'
import { dropCookie } from '#backend/http/middleware/cookies.ts'
import { wrongField } from '#backend/http/middleware/problems.ts'
import { findOwnAccount } from '#backend/http/routes/account-view.ts'
import { shippedTo } from '#backend/http/routes/order/shipped-to.ts'
import type { Accounts } from '#backend/identity/accounts.ts'
import { cartView, findCartLines } from '#backend/readmodels/carts/carts.queries.ts'
import { listEveryOrderOf } from '#backend/readmodels/orders/orders.queries.ts'
import { listReviewsBy } from '#backend/readmodels/reviews/reviews.queries.ts'

const calls = {
  address: {
    does: 'Where the caller has things shipped, null if the account keeps no address.',
    returns: addressAnswer,
    refuses: ['not_found'],
  },
  keep: {
    does: "Keeps an address in the caller's account, or removes it with null.",
    returns: addressAnswer,
    refuses: ['not_found', 'user_erased'],
  },
  data: {
    does: 'All that the shop knows of the caller, as a file.',
    returns: z.record(z.string(), z.unknown()),
    refuses: ['not_found'],
    rate: 'personalData',
  },
  erase: {
    does: "Erases the caller's account for ever.",
    returns: message,
    refuses: ['not_found', 'last_admin', 'user_erased'],
    rate: 'erasure',
  },
} satisfies Record<string, Call>

/** The address is read from the stream each time: read models hold none, so that erasure leaves none behind. */
export const personalDataRoutes = new Hono<ApiEnv>()
  .get('/:id/data', allow('user', calls.data, { param: idParam }), async (c) => {
    const { userId } = requireOwn(c, { userId: c.req.valid('param').id })
    const { shop } = c.var
    const { db } = shop
    const data = {
      takenAt: shop.now().toISOString(),
      legends: privacyLegends,
      account: await findOwnAccount(shop, c.var.session),
      address: (await loadState(shop.store, user, userId)).state?.address ?? null,
      orders: await shippedTo(shop.store, await listEveryOrderOf(db, userId)),
      reviews: await listReviewsBy(db, userId),
      cart: await cartView(shop, userId, await findCartLines(db, userId)),
      sessions: await shop.sessions.list(userId),
      views: (await shop.panelViews.of(userId)).views,
    }
    return c.json(data, 200, { 'Content-Disposition': 'attachment; filename="mis-datos-gamertech.json"' })
  })
  .post('/erase', allow('user', calls.erase, { json: erasure }), async (c) => {
    const { userId, confirmation } = requireOwn(c, c.req.valid('json'))
    const { shop } = c.var
    await requireConfirmation(shop.accounts, userId, confirmation)
    await erasePerson({ ...shop, db: shop.decidingDb }, commandContext(c), userId)
    dropCookie(c, 'sid')
    return c.json({ msg: 'Cuenta eliminada!' }, 200)
  })
  .get('/:id/address', allow('user', calls.address, { param: idParam }), async (c) => {
    const { userId } = requireOwn(c, { userId: c.req.valid('param').id })
    return c.json({ address: (await loadState(c.var.shop.store, user, userId)).state?.address ?? null }, 200)
  })
  .post('/address', allow('user', calls.keep, { json: keptAddress }), async (c) => {
    const { userId, address: typed } = requireOwn(c, c.req.valid('json'))
    const address = typed && tidyAddress(typed)
    await changeAccount(c.var.shop.store, commandContext(c), { type: 'ChangeAddress', userId, address })
    return c.json({ address }, 200)
  })

/** Erasure needs the password, or a fixed word for an account without one; an open session is not enough. */
async function requireConfirmation(accounts: Accounts, userId: number, typed: string): Promise<void> {
  const isPassword = await accounts.isPassword(userId, typed)
  if (isPassword ?? typed.trim().toUpperCase() === erasureWord) return
  const message =
    isPassword === undefined ? `Escribí ${erasureWord} para confirmar.` : 'No es la contraseña de tu cuenta.'
  throw wrongField('confirmation', 'wrong', message)
}
