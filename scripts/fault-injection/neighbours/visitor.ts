// A person with a browser's cookies who visits one of the shops.

/** status 0: no answer came. */
export type Reply = { status: number; retryAfter: string | null; text: string }

/** In milliseconds. No call may take longer, whatever happens to the shop. */
const longestCall = 60_000
const password = 'Clave-segura-1'

export class Visitor {
  readonly #origin: string
  readonly #jar = new Map<string, string>()
  #email = ''
  id = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Makes an account; throws if the shop refuses. */
  async register(email: string): Promise<void> {
    this.#email = email
    const account = { name: 'Persona de Prueba', email, password }
    const { status, text } = await this.send('POST', '/api/users/new', account)
    if (status !== 201) throw new Error(`registration answered ${status}: ${text}`)
    this.id = (JSON.parse(text) as { user: { id: number } }).user.id
  }

  /** After the session ended. Never throws. */
  async signIn(): Promise<void> {
    await this.send('POST', '/api/users/verifyuser', { email: this.#email, password })
  }

  /** Never throws. */
  async send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    const cookie = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: this.#origin, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(longestCall)
    try {
      const url = this.#origin.replace('localhost', '127.0.0.1') + path
      const response = await fetch(url, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        this.#jar.set(name, value)
      }
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
    } catch (error) {
      return { status: 0, retryAfter: null, text: String(error) }
    }
  }
}
