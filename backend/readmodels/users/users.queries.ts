// Accounts as their owner and admins see them.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type PanelSort, type PanelState, readSort } from '#backend/domain/panel-lists.limits.ts'
import { type StaffRole, staffRoles } from '#backend/domain/user/roles.limits.ts'
import type { Database, ReadRow, ReadSchema } from '#backend/readmodels/database.ts'
import { type ListPart, listPart } from '#backend/readmodels/list-part.ts'
import { type PageAsked, type PanelPage, panelPage } from '#backend/readmodels/panel-page.ts'
import { plainLetters, plainName } from './users.projection.ts'

export type UserView = {
  id: number
  name: string
  email: string
  isActive: boolean
  isAdmin: boolean
  staffRole: StaffRole | null
  imageUrl: string | null
  createdAt: string
}

/** One account, or undefined. */
export async function findUser(db: Database, userId: number): Promise<UserView | undefined> {
  const row = await db.selectFrom('rm.users').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ? toView(row) : undefined
}

/** The names of those of these accounts that have one. */
export async function findUserNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('rm.users').select(['user_id', 'name']).where('user_id', 'in', ids).execute()
  return new Map(rows.flatMap(({ user_id, name }) => (name === null ? [] : [[user_id, name] as const])))
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

/** The auditors who may sign in. */
export async function listAuditors(db: Database): Promise<UserView[]> {
  const auditors = db
    .selectFrom('rm.users')
    .selectAll()
    .where('staff_role', '=', 'auditor')
    .where('is_active', '=', true)
  return (await auditors.orderBy('user_id').execute()).map(toView)
}

/** Whether anybody may administer the shop. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const admins = db.selectFrom('rm.users').select('user_id').where('is_admin', '=', true).where('is_active', '=', true)
  return (await admins.limit(1).executeTakeFirst()) !== undefined
}

/** Accounts whose name contains the text, in any letter case, with or without its accents, by id, at most fifty. */
export async function listUsersNamed(db: Database, text: string): Promise<UserView[]> {
  const rows = chosen(db, { name: text }).selectAll().orderBy('user_id').limit(50)
  return (await rows.execute()).map(toView)
}

/** The ids of those whom the panel finds by a text, for another query. */
export function selectUsersFound(db: Database, text: string) {
  return found(db, text).select('user_id')
}

/** Which accounts: all, those whose name contains a text in any letter case, with or without its accents, or a single one. */
export type UserChoice = { name?: string | undefined; userId?: number | undefined }

/** A page (from 1) of accounts by id. */
export async function listUsers(db: Database, choice: UserChoice, page: number): Promise<ListPart<UserView>> {
  const part = await listPart(chosen(db, choice), page, (users) => users.selectAll().orderBy('user_id'))
  return { ...part, rows: part.rows.map(toView) }
}

/** q: a part of the name, or a whole e-mail. */
export type PanelUsersAsked = PageAsked & {
  q?: string | undefined
  sort?: PanelSort<'users'> | undefined
  state?: PanelState<'users'> | undefined
}

/** As the indexes have them. */
const orders = { id: sql`user_id`, name: sql`(${sql.raw(plainName)}) collate "C"`, createdAt: sql`created_at` }
const states = {
  active: sql<SqlBool>`is_active`,
  suspended: sql<SqlBool>`not is_active`,
  staff: sql<SqlBool>`(is_admin or staff_role is not null)`,
}

/** A page of all accounts, or of those that `q` finds; by id if no order is asked for. */
export async function findPanelUsers(
  db: Database,
  { q, page, size, sort = 'id', state }: PanelUsersAsked,
): Promise<PanelPage<UserView>> {
  const { field, direction } = readSort<'users'>(sort)
  const wanted = found(db, q).$if(state !== undefined, (users) => users.where(states[state ?? 'active']))
  const order = <Row>(users: SelectQueryBuilder<ReadSchema, 'rm.users', Row>) =>
    users.orderBy(orders[field], direction).orderBy('user_id', direction)
  const rows = db.selectFrom('rm.users').selectAll()
  const { items, ...rest } = await panelPage(
    { of: 'users', chosen: wanted, order, key: 'user_id', rows },
    { page, size },
  )
  return { items: items.map(toView), ...rest }
}

/** The next accounts, by id, of those that the panel lists so. after: the id before them, 0 for the first. */
export async function listPanelUsersAfter(
  db: Database,
  { q, state }: Pick<PanelUsersAsked, 'q' | 'state'>,
  after: number,
  most: number,
): Promise<UserView[]> {
  const wanted = found(db, q).$if(state !== undefined, (users) => users.where(states[state ?? 'active']))
  const rows = wanted.selectAll().where('user_id', '>', after).orderBy('user_id').limit(most)
  return (await rows.execute()).map(toView)
}

function chosen(db: Database, { name, userId }: UserChoice): SelectQueryBuilder<ReadSchema, 'rm.users', object> {
  return db
    .selectFrom('rm.users')
    .$if(Boolean(name), (users) => users.where(isNamed(name ?? '')))
    .$if(userId !== undefined, (users) => users.where('user_id', '=', userId ?? 0))
}

/** A text with an at sign is an e-mail, and meant whole: no list is made of a part of one. */
function found(db: Database, text: string | undefined) {
  if (!text?.includes('@')) return chosen(db, { name: text })
  return db.selectFrom('rm.users').where(sql<SqlBool>`lower(email) = lower(${text})`)
}

/** By the same expression on both sides, which is that of the index; no sign of the text means anything else than itself. */
function isNamed(text: string) {
  const pattern = `%${text.normalize('NFC').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const [before, after] = plainLetters.map((part) => sql.raw(part))
  return sql<SqlBool>`${sql.raw(plainName)} like ${before}${pattern}${after}`
}

function toView(row: ReadRow<'users'>): UserView {
  return {
    id: row.user_id,
    name: row.name ?? 'Usuario desconocido',
    email: row.email ?? '',
    isActive: row.is_active,
    isAdmin: row.is_admin,
    staffRole: staffRoleOf(row.staff_role),
    imageUrl: row.image_url,
    createdAt: row.created_at.toISOString(),
  }
}

/** Null also for a role that this release does not know. */
function staffRoleOf(name: string | null): StaffRole | null {
  return name !== null && Object.hasOwn(staffRoles, name) ? (name as StaffRole) : null
}
