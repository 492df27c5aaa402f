// Accounts as their owner and admins see them.
import type { Database, ReadRow } from '#backend/readmodels/database.ts'

export type UserView = {
  id: number
  name: string
  email: string
  isActive: boolean
  isAdmin: boolean
  imageUrl: string | null
  createdAt: string
}

/** One account, or undefined. */
export async function findUser(db: Database, userId: number): Promise<UserView | undefined> {
  const row = await db.selectFrom('rm.users').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? toView(row) : undefined
}

/** The ids of the newest admins but this one, fifty at most. */
export async function listOtherAdmins(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rm.users')
    .select('user_id')
    .where('is_admin', '=', true)
    .where('user_id', '<>', userId)
    .orderBy('user_id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => row.user_id)
}

function toView(row: ReadRow<'users'>): UserView {
  return {
    id: row.user_id,
    name: row.name ?? 'Usuario desconocido',
    email: row.email ?? '',
    isActive: row.is_active,
    isAdmin: row.is_admin,
    imageUrl: row.image_url,
    createdAt: row.created_at.toISOString(),
  }
}
