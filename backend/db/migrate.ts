// Migrates a database: tables from migrations/, functions from migrations/routines/, then pg-boss's schema `job`.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { withConnection } from './database.ts'
import { locks } from './locks.ts'
import { hasErrorCode, pgErrors } from './pg-errors.ts'
import { inTransaction } from './transaction.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

const migrationsFolder = join(import.meta.dirname, '../../migrations')
/** Roles belong to the whole server, so two databases that migrate at once may collide; the loser retries. */
const meetings = [
  ...[pgErrors.uniqueViolation, pgErrors.duplicateObject, pgErrors.internalError, pgErrors.deadlockDetected],
]
const attempts = 5

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

/** Parses names like `routines/append.3.sql`; undefined for tables, which are applied once. */
export function routineOf(name: string): { routine: string; revision: number } | undefined {
  const [, routine, revision] = /^routines\/(.+)\.(\d+)\.sql$/.exec(name) ?? []
  return routine === undefined ? undefined : { routine, revision: Number(revision) }
}

export function isSuperseded(name: string, other: string): boolean {
  const [mine, theirs] = [routineOf(name), routineOf(other)]
  return mine !== undefined && mine.routine === theirs?.routine && mine.revision < theirs.revision
}

/** Retries the transaction if it collided with another migration on a role. */
async function inLoneTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(client, work)
    } catch (error) {
      if (attempt >= attempts || !hasErrorCode(error, ...meetings)) throw error
    }
  }
}

async function apply(client: Client, { name, sql, sha256 }: Migration, replaced: readonly string[]): Promise<void> {
  try {
    await inLoneTransaction(client, async () => {
      await client.query(sql)
      await client.query('delete from public.schema_migrations where name = any($1)', [replaced])
      await client.query('insert into public.schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`migration ${name} failed: ${reason}`, { cause })
  }
}

/** The database was migrated from other files. The message is one Spanish sentence for the terminal. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'

  constructor(migration: string) {
    super(
      `La base de datos es de otra versión de GamerTech, que no se puede continuar (su ${migration} no es la de esta): hay que empezar con una base vacía, en otra DATABASE_URL u otra carpeta DATA_DIR.`,
    )
  }
}

async function applyMissing(client: Client, migrations: Migration[]): Promise<void> {
  await client.query(
    `create table if not exists public.schema_migrations (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  for (const migration of migrations) {
    const { name, sha256 } = migration
    const known = applied.get(name)
    if ([...applied.keys()].some((other) => isSuperseded(name, other))) continue
    const replaced = [...applied.keys()].filter((other) => isSuperseded(other, name))
    if (known === undefined) await apply(client, migration, replaced)
    else if (known !== sha256) throw new OtherSchema(name)
  }
}

async function installJobSchema(client: Client): Promise<void> {
  const boss = new PgBoss({
    schema: 'job',
    supervise: false,
    schedule: false,
    db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
  })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * The queue's rights as the application. No triggers or functions: they would run with the rights of an owner who
 * uses the tables.
 */
const jobRights = {
  tables: 'select, insert, update, delete',
  sequences: 'usage, select',
  functions: 'execute',
} as const

async function grantJobSchema(client: Client): Promise<void> {
  await inLoneTransaction(client, async () => {
    await client.query('revoke create on schema job from gamertech_app; grant usage on schema job to gamertech_app')
    for (const [kind, rights] of Object.entries(jobRights)) {
      await client.query(`revoke all on all ${kind} in schema job from gamertech_app`)
      await client.query(`grant ${rights} on all ${kind} in schema job to gamertech_app`)
      await client.query(`alter default privileges in schema job revoke all on ${kind} from gamertech_app`)
      await client.query(`alter default privileges in schema job grant ${rights} on ${kind} to gamertech_app`)
    }
  })
}

/**
 * Applies missing migrations. Repeatable and safe for concurrent starts: a session lock makes others wait. Each file
 * is one transaction, recorded with its hash in public.schema_migrations; throws OtherSchema if an applied file
 * changed. A new revision replaces a routine; a new number adds a table file.
 */
export async function migrate(databaseUrl: string, folder?: string): Promise<void> {
  const migrations = await readMigrations(folder)
  await withConnection(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [locks.migrations])
    await applyMissing(client, migrations)
    await installJobSchema(client)
    await grantJobSchema(client)
  })
}
