// The login of the application: a role of its own that owns nothing, so that no statement on its connections can take the owner's rights back.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { withConnection } from './database.ts'
import { hasErrorCode, pgErrors } from './pg-errors.ts'

/** In milliseconds. */
const connectWithinMs = 5000

/** Rounds of SCRAM-SHA-256, as PostgreSQL itself makes them. */
const iterations = 4096

/** The owner of the database may not make roles. The message is one Spanish sentence for the person at the terminal. */
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
 * The address with which the application logs in to the database of `ownerUrl`. Its role is made if it is missing: a login that is a member
 * of gamertech_app and of nothing else. Role and password follow from `secret` (and the database), so every process with the same secret
 * finds the same, another secret gets another role, and nothing is stored. Throws MayNotCreateRoles.
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

/** The address of another server of the same cluster with the login and the database of the first one. */
export function withLoginOf(url: string, serverUrl: string): string {
  const { username, password, pathname } = new URL(url)
  return Object.assign(new URL(serverUrl), { username, password, pathname }).href
}

async function createLogin(owner: pg.Client, role: string, password: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  try {
    // As a verifier, so that the password stands in no log of statements.
    const verifier = pg.escapeLiteral(scramVerifier(password))
    await owner.query(`create role ${name} login nosuperuser nocreatedb nocreaterole noinherit password ${verifier}`)
  } catch (error) {
    if (hasErrorCode(error, pgErrors.insufficientPrivilege)) throw new MayNotCreateRoles(error)
    // Another process that starts now made it.
    if (!hasErrorCode(error, pgErrors.duplicateObject, pgErrors.uniqueViolation)) throw error
  }
  await owner.query(`grant gamertech_app to ${name}`)
}

/** What PostgreSQL stores of a password for SCRAM-SHA-256 (RFC 5803). */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (purpose: string) => createHmac('sha256', salted).update(purpose).digest()
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  const serverKey = keyOf('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
