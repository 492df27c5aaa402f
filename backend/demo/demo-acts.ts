// What the demo's admins did of late, so that an auditor finds something: the staff, a second admin, a wrong key, suspensions, a deleted review.
import { randomUUID } from 'node:crypto'
import { banUser, reinstateUser } from '#backend/commands/account/ban-user.ts'
import { grantAdmin } from '#backend/commands/account/grant-admin.ts'
import { grantStaffRole } from '#backend/commands/account/grant-staff-role.ts'
import { modifyUser } from '#backend/commands/account/modify-user.ts'
import { deleteReview, postReview } from '#backend/commands/reviews.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import type { Core } from '#backend/shop.ts'
import { staff } from './demo-plan.ts'

const hour = 3_600_000

/** A person of the demo acts. The correlation says that it is history: no mail follows from it. */
export function actingAs(userId: number, at: Date): CommandContext<ShopActor> {
  return { actor: `user:${userId}`, correlation: `demo:${randomUUID()}`, at }
}

/** Three days ago the admin gave each of the staff their role. idOf: the account of an e-mail. */
export async function nameStaff({ store, now }: Core, adminId: number, idOf: (email: string) => number): Promise<void> {
  const at = new Date(now().getTime() - 80 * hour)
  for (const { email, role } of staff) await grantStaffRole(store, actingAs(adminId, at), { userId: idOf(email), role })
}

type Cast = {
  adminId: number
  /** Becomes an admin as well. */
  helperId: number
  /** Is suspended by mistake, and taken back. */
  mistakenId: number
  /** Writes what must not stand in a review of the product, and is suspended. */
  rudeId: number
  productId: number
}

/** Appends what admins did in the last days, a dozen events. */
export async function actOfAdmins(
  core: Core,
  { adminId, helperId, mistakenId, rudeId, productId }: Cast,
): Promise<void> {
  const { store } = core
  const as = (userId: number, hoursAgo: number) => actingAs(userId, new Date(core.now().getTime() - hoursAgo * hour))
  await grantAdmin(store, as(adminId, 72), helperId)
  const wrongKey = { id: mistakenId, isAdmin: true, superAdminKey: 'no es esta', seen: { isAdmin: false } }
  await modifyUser(core, as(helperId, 70), helperId, wrongKey).catch((error: unknown) => {
    if (!(error instanceof Rejection)) throw error
  })
  await banUser(store, as(helperId, 48), { userId: mistakenId, reason: 'Pagos rechazados desde varias tarjetas' })
  await reinstateUser(store, as(adminId, 44), mistakenId)
  const text = '¡Son unos ladrones! Compren en otra-tienda.example, que regala todo.'
  await postReview(store, as(rudeId, 30), { productId, userId: rudeId, text, score: 1 })
  await deleteReview(store, as(helperId, 29), { productId, userId: rudeId })
  await banUser(store, as(helperId, 28), { userId: rudeId, reason: 'Insultos y publicidad en las reseñas' })
}
