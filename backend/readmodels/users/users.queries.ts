// Accounts as their owner and admins see them.
import type { Selectable } from 'kysely'
import type { Database } from '#backend/db/database.ts'
import type { UsersTable } from '#backend/db/schema.ts'

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

function toView(row: Selectable<UsersTable>): UserView {
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
