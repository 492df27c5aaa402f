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

/** Whether anybody may administer the shop. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const admins = db.selectFrom('rm.users').select('user_id').where('is_admin', '=', true).where('is_active', '=', true)
  return (await admins.limit(1).executeTakeFirst()) !== undefined
}

/** Accounts whose name contains the text, in any letter case, by id, at most fifty. */
export async function listUsersNamed(db: Database, text: string): Promise<UserView[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const rows = db.selectFrom('rm.users').selectAll().where('name', 'ilike', pattern).orderBy('user_id').limit(50)
  return (await rows.execute()).map(toView)
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
