// The application's login: a role that owns nothing, so no statement on its connections can regain the owner's rights.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { withConnection } from './database.ts'
import { hasErrorCode, pgErrors } from './pg-errors.ts'

const connectWithinMs = 5000

const iterations = 4096

/** The database's owner may not create roles. The message is one Spanish sentence for the terminal. */
export class MayNotCreateRoles extends Error {
  override readonly name = 'MayNotCreateRoles'

  constructor(cause: unknown) {
    super(
      'El rol de DATABASE_URL no puede crear el rol con el que entra la aplicación: hace falta que tenga CREATEROLE.',
      { cause },
    )
  }
}

/**
 * Returns the application's address for the database of `ownerUrl`, creating its role if missing: a member of
 * gamertech_app and of nothing else. Role and password derive from `secret` and the database, so processes with the
 * same secret share a role and nothing is stored. Throws MayNotCreateRoles.
 */
export async function applicationUrl(ownerUrl: string, secret: Buffer): Promise<string> {
  const login = async (owner: pg.Client) => {
    const { rows } = await owner.query<{ oid: number }>(
      'select oid::int as oid from pg_database where datname = current_database()',
    )
    const password = createHmac('sha256', secret).update(`database login ${rows[0]?.oid}`).digest('base64url')
    const role = `gamertech_${rows[0]?.oid}_${createHash('sha256').update(password).digest('hex').slice(0, 8)}`
    const url = Object.assign(new URL(ownerUrl), { username: role, password }).href
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await createLogin(owner, role, password)
    return url
  }
  return await withConnection(ownerUrl, login, connectWithinMs)
}

/** Applies the first address's login and database to another server of the cluster. */
export function withLoginOf(url: string, serverUrl: string): string {
  const { username, password, pathname } = new URL(url)
  return Object.assign(new URL(serverUrl), { username, password, pathname }).href
}

async function createLogin(owner: pg.Client, role: string, password: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  try {
    // Sends a verifier, so that statement logs never contain the password.
    const verifier = pg.escapeLiteral(scramVerifier(password))
    await owner.query(`create role ${name} login nosuperuser nocreatedb nocreaterole noinherit password ${verifier}`)
  } catch (error) {
    if (hasErrorCode(error, pgErrors.insufficientPrivilege)) throw new MayNotCreateRoles(error)
    if (!hasErrorCode(error, pgErrors.duplicateObject, pgErrors.uniqueViolation)) throw error
  }
  await owner.query(`grant gamertech_app to ${name}`)
}

function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (purpose: string) => createHmac('sha256', salted).update(purpose).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
