// Compares a database's schema with this program's migrations, without changing anything.
import type { ClientBase } from 'pg'
import { withConnection } from './database.ts'
import { isSuperseded, readMigrations } from './migrate.ts'

/** `migrations`: files that only one side has, or whose content differs. */
export type SchemaAge =
  | { readonly age: 'current' }
  | { readonly age: 'absent' }
  | { readonly age: 'older' | 'newer' | 'other'; readonly migrations: readonly string[] }

/** absent: no shop there; newer: a later release migrated it; other: from other files. */
export async function readSchemaAge(databaseUrl: string, folder?: string): Promise<SchemaAge> {
  return await withConnection(databaseUrl, (client) => schemaAgeOn(client, folder))
}

export async function schemaAgeOn(client: ClientBase, folder?: string): Promise<SchemaAge> {
  const applied = await readApplied(client)
  if (!applied) return { age: 'absent' }
  const own = new Map((await readMigrations(folder)).map(({ name, sha256 }) => [name, sha256]))
  const changed = [...applied].filter(([name, sha256]) => own.has(name) && own.get(name) !== sha256)
  if (changed.length > 0) return { age: 'other', migrations: changed.map(([name]) => name) }
  const [theirs, ours] = [[...applied.keys()], [...own.keys()]]
  const unknown = theirs.filter((name) => !own.has(name) && !ours.some((other) => isSuperseded(name, other)))
  if (unknown.length > 0) return { age: 'newer', migrations: unknown }
  const missing = ours.filter((name) => !applied.has(name))
  return missing.length > 0 ? { age: 'older', migrations: missing } : { age: 'current' }
}

async function readApplied(client: ClientBase): Promise<Map<string, string> | undefined> {
  const { rows } = await client.query<{ made: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as made",
  )
  if (!rows[0]?.made) return undefined
  const applied = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_migrations order by name',
  )
  return new Map(applied.rows.map(({ name, sha256 }) => [name, sha256]))
}
