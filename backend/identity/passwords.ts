// Password hashes: argon2id in PHC form. A queue bounds concurrent hashing, so that the shop doesn't starve.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'

const hashOf = promisify(argon2)
/** OWASP's minimum: 19 MiB, 2 passes, 1 lane; about 50 ms. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

class Line {
  readonly #waiting: (() => void)[] = []
  readonly #maxWaiting: number
  #free: number

  constructor(maxAtOnce: number, maxWaiting: number) {
    this.#free = maxAtOnce
    this.#maxWaiting = maxWaiting
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else if (this.#waiting.length >= this.#maxWaiting) throw new Overloaded('too many passwords wait to be hashed')
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}

/** Separate queues: a flood of registrations doesn't block sign-ins. Each queue holds about a second of work. */
const choosing = new Line(1, 20)
const signingIn = new Line(2, 40)

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return phc(salt, await choosing.run(() => derive(password, salt)))
}

/** A hash for accounts that nobody may sign in to: looks like any other, costs no work, matches no known password. */
export function hashOfUnknown(): string {
  return phc(randomBytes(16), randomBytes(tagLength))
}

function phc(salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Does the same work for an unknown account (null) and returns false. Throws Overloaded. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = (stored ?? (await unknownAccount)).split('$')
  const found = await signingIn.run(() => derive(password, Buffer.from(salt, 'base64')))
  return timingSafeEqual(found, Buffer.from(tag, 'base64')) && stored !== null
}

const unknownAccount = hashPassword(randomBytes(16).toString('hex'))

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return hashOf('argon2id', { message: password, nonce: salt, tagLength, ...cost })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
