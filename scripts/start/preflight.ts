// What can be known to fail before anything starts: a database that does not answer, in one sentence.
import { Client } from 'pg'

const oldestServer = 180_000
const connectLimitMs = 8000

const databaseProblems: Record<string, string> = {
  ECONNREFUSED: 'nadie escucha en esa dirección',
  ENOTFOUND: 'ese servidor no existe',
  EAI_AGAIN: 'ese servidor no existe',
  ETIMEDOUT: 'el servidor no contesta',
  '28P01': 'el usuario o la contraseña no son correctos',
  '28000': 'ese usuario no puede entrar',
  '3D000': 'esa base de datos no existe',
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Rejects with a sentence, which does not show the address, when the database cannot be used. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectLimitMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if ((rows[0]?.version ?? 0) >= oldestServer) return
  } catch (cause) {
    const reason = databaseProblems[codeOf(cause)] ?? 'el servidor no contesta como PostgreSQL'
    throw new Error(`No se pudo usar la base de DATABASE_URL: ${reason}.`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
  throw new Error('No se pudo usar la base de DATABASE_URL: hace falta PostgreSQL 18 o posterior.')
}
