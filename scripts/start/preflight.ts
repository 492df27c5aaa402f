// Checks before anything starts: an unusable database, in one sentence.
import { Client } from 'pg'
import { despiteBreaks } from '#backend/db/despite-breaks.ts'
import { unreachableReason } from '#backend/db/unreachable.ts'

const oldestServer = 150_000
const connectLimitMs = 8000

/** Rejects with a sentence that hides the address. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const { version, isStandby } = await despiteBreaks(() => look(databaseUrl)).catch((cause: unknown) => {
    throw new Error(`No se pudo usar la base de DATABASE_URL: ${unreachableReason(cause)}.`, { cause })
  })
  if (version >= oldestServer && !isStandby) return
  const reason = isStandby
    ? 'esa dirección lleva a una réplica, que solo se lee'
    : 'hace falta PostgreSQL 15 o posterior'
  throw new Error(`No se pudo usar la base de DATABASE_URL: ${reason}.`)
}

async function look(databaseUrl: string): Promise<{ version: number; isStandby: boolean }> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectLimitMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; isStandby: boolean }>(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby"`,
    )
    return rows[0] ?? { version: 0, isStandby: false }
  } finally {
    await client.end().catch(() => undefined)
  }
}
