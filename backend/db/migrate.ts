// Migrates a database: tables from migrations/, functions from migrations/routines/, then pg-boss's schema `job`.
import type { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { withConnection } from './database.ts'
import { locks } from './locks.ts'
import { hasErrorCode, pgErrors } from './pg-errors.ts'
import { isSuperseded, type Migration, OtherSchema, readMigrations, schemaAgeOn } from './schema-age.ts'
import { inTransaction } from './transaction.ts'

/** Roles belong to the whole server, so two databases that migrate at once may collide; the loser retries. */
const meetings = [
  ...[pgErrors.uniqueViolation, pgErrors.duplicateObject, pgErrors.internalError, pgErrors.deadlockDetected],
]
const attempts = 5

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

async function applyMissing(client: Client, folder?: string): Promise<void> {
  const schema = await schemaAgeOn(client, folder)
  if (schema.age === 'other') throw new OtherSchema(schema.migrations)
  await client.query(
    `create table if not exists public.schema_migrations (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string }>('select name from public.schema_migrations')
  const applied = rows.map(({ name }) => name)
  for (const migration of await readMigrations(folder)) {
    const isThere = applied.some((other) => other === migration.name || isSuperseded(migration.name, other))
    const replaced = applied.filter((other) => isSuperseded(other, migration.name))
    if (!isThere) await apply(client, migration, replaced)
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

/** The queue's rights as the application. No triggers or functions: an owner who uses the tables would run them. */
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
 * is one transaction, recorded with its hash in public.schema_migrations; throws OtherSchema if the database was migrated
 * from other files. A new revision replaces a routine; a new number adds a table file.
 */
export async function migrate(databaseUrl: string, folder?: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [locks.migrations])
    await applyMissing(client, folder)
    await installJobSchema(client)
    await grantJobSchema(client)
  })
}
