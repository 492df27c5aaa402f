// A visitor of one shop; never throws on an answer.
import { type Client, clientOf } from '#scripts/testing/client.ts'

/** Status 0: no answer. */
export type Reply = { status: number; retryAfter: string | null; text: string }

const longestCall = 60_000
const password = 'Clave-segura-1'

export class Visitor {
  readonly #client: Client
  #email = ''
  id = 0

  constructor(origin: string) {
    this.#client = clientOf(origin, origin.replace('localhost', '127.0.0.1'), longestCall)
  }

  /** Throws if refused. */
  async register(email: string): Promise<void> {
    this.#email = email
    const account = { name: 'Persona de Prueba', email, password }
    const { status, body } = await this.#client.post('/api/users/new', account)
    if (status !== 201) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`)
    this.id = body.user.id
  }

  /** Renews an ended session. Never throws. */
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
