// Password hashes: argon2id in PHC form, a bounded number at a time, so that logins cannot starve the shop.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashOf = promisify(argon2)
/** OWASP's minimum: 19 MiB, 2 passes, 1 lane; about 50 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const most = 4
let running = 0
const waiting: (() => void)[] = []

/** A PHC string for storage. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Whether the password fits; for an unknown account (null) it does the same work and says no. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (stored ?? (await unknownAccount)).split('$')
  const found = await derive(password, Buffer.from(salt, 'base64'))
  return timingSafeEqual(found, Buffer.from(tag, 'base64')) && stored !== null
}

const unknownAccount = hashPassword(randomBytes(16).toString('hex'))

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await hashOf('argon2id', { message: password, nonce: salt, tagLength: 32, ...cost })
  } finally {
    running--
    waiting.shift()?.()
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
