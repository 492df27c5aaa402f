// This program's files in migrations/, compared with what a database was migrated from.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { withConnection } from './database.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** Numbered files in order, then routines. */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql'))
  const [routines, tables] = [files.filter((name) => routineOf(name)), files.filter((name) => !routineOf(name))]
  const names = [...tables.sort(), ...routines.sort()]
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function routineOf(name: string): { routine: string; revision: number } | undefined {
  const [, routine, revision] = /^routines\/(.+)\.(\d+)\.sql$/.exec(name) ?? []
  return routine === undefined ? undefined : { routine, revision: Number(revision) }
}

export function isSuperseded(name: string, other: string): boolean {
  const [mine, theirs] = [routineOf(name), routineOf(other)]
  return mine !== undefined && mine.routine === theirs?.routine && mine.revision < theirs.revision
}

/** `migrations`: files that only one side has, or whose content differs. */
export type SchemaAge =
  | { readonly age: 'current' }
  | { readonly age: 'absent' }
  | { readonly age: 'older' | 'newer' | 'other'; readonly migrations: readonly string[] }

/** absent: no shop there; newer: a later release migrated it; other: from other files, which nothing continues. */
export async function readSchemaAge(databaseUrl: string, folder?: string): Promise<SchemaAge> {
  return await withConnection(databaseUrl, (client) => schemaAgeOn(client, folder))
}

export async function schemaAgeOn(client: ClientBase, folder?: string): Promise<SchemaAge> {
  const applied = await readApplied(client)
  if (!applied) return { age: 'absent' }
  const own = new Map((await readMigrations(folder)).map(({ name, sha256 }) => [name, sha256]))
  const [theirs, ours] = [[...applied.keys()], [...own.keys()]]
  const unknown = theirs.filter((name) => !own.has(name) && !ours.some((other) => isSuperseded(name, other)))
  const lastTable = ours.findLast((name) => !routineOf(name)) ?? ''
  const changed = theirs.filter((name) => own.has(name) && own.get(name) !== applied.get(name))
  // Releases only append files, so one before our last cannot come from a newer release.
  const other = [...changed, ...unknown.filter((name) => !routineOf(name) && name < lastTable)]
  if (other.length > 0) return { age: 'other', migrations: other }
  if (unknown.length > 0) return { age: 'newer', migrations: unknown }
  const missing = ours.filter((name) => !applied.has(name))
  return missing.length > 0 ? { age: 'older', migrations: missing } : { age: 'current' }
}

/** The message is one Spanish sentence for the terminal. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'

  constructor(migrations: readonly string[]) {
    super(
      `La base de datos es de otra versión de GamerTech, cuyos datos esta no puede continuar ni importar (su ${migrations[0]} no es de esta): hay que empezar con una base vacía, en otra DATABASE_URL u otra carpeta DATA_DIR.`,
    )
  }
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
