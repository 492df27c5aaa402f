import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type StaffRole, staffRoles } from '#backend/domain/user/roles.limits.ts'
import type { UserView } from '#backend/domain/user/user.contract.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { PanelState } from '#backend/domain/views/panel-lists.limits.ts'
import type { Database, ReadRow, ReadSchema } from '#backend/readmodels/database.ts'
import { type ListPart, listPart } from '#backend/readmodels/list-part.ts'
import { panelList } from '#backend/readmodels/panel-list.ts'
import { plainLetters, plainName } from './users.projection.ts'

export async function findUser(db: Database, userId: number): Promise<UserView | undefined> {
  const row = await db.selectFrom('rm.users').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? toView(row) : undefined
}

export async function findUserNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('rm.users').select(['user_id', 'name']).where('user_id', 'in', ids).execute()
  return new Map(rows.flatMap(({ user_id, name }) => (name === null ? [] : [[user_id, name] as const])))
}

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

export function listAuditors(db: Database): Promise<UserView[]> {
  return activeOf(everyUser(db).where('staff_role', '=', 'auditor'))
}

export function listAdmins(db: Database): Promise<UserView[]> {
  return activeOf(everyUser(db).where('is_admin', '=', true))
}

async function activeOf(users: ReturnType<typeof everyUser>): Promise<UserView[]> {
  return (await users.where('is_active', '=', true).orderBy('user_id').execute()).map(toView)
}

function everyUser(db: Database) {
  return db.selectFrom('rm.users').selectAll()
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const admins = db.selectFrom('rm.users').select('user_id').where('is_admin', '=', true).where('is_active', '=', true)
  return (await admins.limit(1).executeTakeFirst()) !== undefined
}

export function selectUsersFound(db: Database, text: string) {
  return found(db, text).select('user_id')
}

/** Filters accounts: by part of the name, ignoring case and accents, or a single id. */
export type UserChoice = { name?: string | undefined; userId?: number | undefined }

export async function listUsers(db: Database, choice: UserChoice, page: number): Promise<ListPart<UserView>> {
  const part = await listPart(chosen(db, choice).selectAll().orderBy('user_id'), page)
  return { ...part, rows: part.rows.map(toView) }
}

const states = {
  active: sql<SqlBool>`is_active`,
  suspended: sql<SqlBool>`not is_active`,
  staff: sql<SqlBool>`(is_admin or staff_role is not null)`,
}
type PanelChoice = { q?: string | undefined; state?: PanelState<'users'> | undefined }

export const panelUsers = panelList({
  of: 'users',
  key: 'user_id',
  orders: { id: 'user_id', name: `(${plainName}) collate "C"`, createdAt: 'created_at' },
  chosen: (db, { q, state }: PanelChoice) =>
    found(db, q).$if(state !== undefined, (users) => users.where(states[state ?? 'active'])),
  rows: (db) => db.selectFrom('rm.users').selectAll(),
  toView,
})

function chosen(db: Database, { name, userId }: UserChoice): SelectQueryBuilder<ReadSchema, 'rm.users', object> {
  return db
    .selectFrom('rm.users')
    .$if(Boolean(name), (users) => users.where(isNamed(name ?? '')))
    .$if(userId !== undefined, (users) => users.where('user_id', '=', userId ?? 0))
}

/** Matches an e-mail only as a whole, so that nobody can list parts. */
function found(db: Database, text: string | undefined) {
  if (!text?.includes('@')) return chosen(db, { name: text })
  return db.selectFrom('rm.users').where(sql<SqlBool>`lower(email) = lower(${text})`)
}

/** Uses the index's expression on both sides and escapes wildcards. */
function isNamed(text: string) {
  const pattern = `%${text.normalize('NFC').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const [before, after] = plainLetters.map((part) => sql.raw(part))
  return sql<SqlBool>`${sql.raw(plainName)} like ${before}${pattern}${after}`
}

function toView(row: ReadRow<'users'>): UserView {
  return {
    id: row.user_id,
    name: row.name ?? unknownPerson,
    email: row.email ?? '',
    isActive: row.is_active,
    isAdmin: row.is_admin,
    staffRole: staffRoleOf(row.staff_role),
    imageUrl: row.image_url,
    createdAt: row.created_at.toISOString(),
  }
}

/** Null also for a role from a newer release. */
function staffRoleOf(name: string | null): StaffRole | null {
  return name !== null && Object.hasOwn(staffRoles, name) ? (name as StaffRole) : null
}
