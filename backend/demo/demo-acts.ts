import { randomUUID } from 'node:crypto'
import { modifyUser } from '#backend/commands/account/modify-user.ts'
import { type AccountChange, changeAccount, deleteReview } from '#backend/commands/changes.ts'
import { postReview } from '#backend/commands/reviews.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { Core } from '#backend/shop.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { staff } from './demo-plan.ts'

const hourMs = 3_600_000

export function asDemo(at: Date): ShopContext {
  return { actor: 'demo', correlation: `demo:${randomUUID()}`, at }
}

/** A person of the demo acts. The correlation marks history, so no mail follows. */
export function actingAs(userId: number, at: Date): ShopContext {
  return { actor: `user:${userId}`, correlation: `demo:${randomUUID()}`, at }
}

export type Deed = { at: Date; run: () => Promise<unknown> }

export const staffSinceHours = 80

type Cast = {
  idOf: (email: string) => number
  adminId: number
  helperId: number
  mistakenId: number
  rudeId: number
  productId: number
}

/** The admins' last days, a dozen events. `cast` is called once all its people exist. */
export function actsOfAdmins(core: Core, cast: () => Cast): Deed[] {
  const { store, now } = core
  const deed = (hoursAgo: number, act: (cast: Cast, as: (userId: number) => ShopContext) => Promise<unknown>): Deed => {
    const at = new Date(now().getTime() - hoursAgo * hourMs)
    return { at, run: () => act(cast(), (userId) => actingAs(userId, at)) }
  }
  const change = (by: ShopContext, command: AccountChange) => changeAccount(store, by, command)
  const [mistaken, rude] = ['Pagos rechazados desde varias tarjetas', 'Insultos y publicidad en las reseñas']
  const text = '¡Son unos ladrones! Compren en otra-tienda.example, que regala todo.'
  return [
    deed(staffSinceHours, async ({ adminId, idOf }, as) => {
      for (const { email, role } of staff)
        await change(as(adminId), { type: 'GrantStaffRole', userId: idOf(email), role, from: null })
    }),
    deed(72, ({ adminId, helperId }, as) => change(as(adminId), { type: 'GrantAdmin', userId: helperId })),
    deed(70, ({ helperId, mistakenId }, as) => failToPromote(core, as(helperId), helperId, mistakenId)),
    deed(48, ({ helperId, mistakenId: userId }, as) =>
      change(as(helperId), { type: 'BanUser', userId, reason: mistaken }),
    ),
    deed(44, ({ adminId, mistakenId }, as) => change(as(adminId), { type: 'ReinstateUser', userId: mistakenId })),
    deed(30, ({ productId, rudeId: userId }, as) =>
      postReview(store, as(userId), { productId, userId, text, score: 1 }),
    ),
    deed(29, ({ helperId, productId, rudeId: userId }, as) =>
      deleteReview(store, as(helperId), { type: 'DeleteReview', productId, userId, reason: 'Insultos y publicidad' }),
    ),
    deed(28, ({ helperId, rudeId: userId }, as) => change(as(helperId), { type: 'BanUser', userId, reason: rude })),
  ]
}

async function failToPromote(core: Core, context: ShopContext, helperId: number, id: number): Promise<void> {
  const wrongKey = { id, isAdmin: true, superAdminKey: 'no es esta', seen: { isAdmin: false } }
  await modifyUser(core, context, helperId, wrongKey).catch((error: unknown) => {
    if (!(error instanceof Rejection)) throw error
  })
}
