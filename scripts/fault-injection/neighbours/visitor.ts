// A person who visits one of the shops, and is told of no answer as of any other.
import { type Client, clientOf } from '#scripts/testing/client.ts'

/** status 0: no answer came. */
export type Reply = { status: number; retryAfter: string | null; text: string }

/** In milliseconds. No call may take longer, whatever happens to the shop. */
const longestCall = 60_000
const password = 'Clave-segura-1'

export class Visitor {
  readonly #client: Client
  #email = ''
  id = 0

  constructor(origin: string) {
    this.#client = clientOf(origin, origin.replace('localhost', '127.0.0.1'), longestCall)
  }

  /** Makes an account; throws if the shop refuses. */
  async register(email: string): Promise<void> {
    this.#email = email
    const account = { name: 'Persona de Prueba', email, password }
    const { status, body } = await this.#client.post('/api/users/new', account)
    if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`)
    this.id = body.user.id
  }

  /** After the session ended. Never throws. */
  async signIn(): Promise<void> {
    await this.send('POST', '/api/users/verifyuser', { email: this.#email, password })
  }

  /** Never throws. */
  async send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    try {
      const { status, headers, body: answer } = await this.#client.send(method, path, body)
      return { status, retryAfter: headers.get('retry-after'), text: JSON.stringify(answer) }
    } catch (error) {
      return { status: 0, retryAfter: null, text: String(error) }
    }
  }
}
