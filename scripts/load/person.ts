// A caller over HTTP with an address and cookies of its own; never retries a call that the shop may have begun.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** `origin`: what the shop expects of browsers; `address`: where it listens. */
export type ShopAddress = { origin: string; address: string }
/** Status 0: no answer. Times are those of performance.now(). */
export type Reply = {
  path: string
  status: number
  text: string
  retryAfter: string | undefined
  correlation: string
  from: number
  until: number
}

const password = 'Clave-segura-1'
const patienceMs = 60_000
const connections = 4

export class Person {
  readonly shop: ShopAddress
  readonly #agent: Agent
  readonly #jar = new Map<string, string>()
  #email = ''
  id = 0

  /** `nth`: selects a source address. `agent`: shared with others. */
  constructor(shop: ShopAddress, nth: number, agent?: Agent) {
    this.shop = shop
    const localAddress = `127.1.${Math.floor(nth / 250)}.${1 + (nth % 250)}`
    const isHere = new URL(shop.address).hostname === '127.0.0.1'
    this.#agent = agent ?? new Agent({ keepAlive: true, maxSockets: connections, ...(isHere && { localAddress }) })
  }

  /** Opens an account. Waits half a second after a 503, so many times; throws if refused. */
  async register(email: string, retries = 0): Promise<void> {
    this.#email = email
    const account = { name: 'Persona de Prueba', email, password }
    const { status, text } = await this.send('POST', '/api/users/new', account)
    if (status === 503 && retries > 0) {
      await sleep(500)
      return this.register(email, retries - 1)
    }
    if (status !== 201) throw new Error(`registration answered ${status}: ${text}`)
    this.id = (JSON.parse(text) as { user: { id: number } }).user.id
  }

  signIn(): Promise<Reply> {
    return this.send('POST', '/api/users/verifyuser', { email: this.#email, password })
  }

  enter(id: number, session: string): void {
    this.id = id
    this.#jar.set('sid', session)
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Never rejects. */
  send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> {
    const from = performance.now()
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve) => {
      const end = (status: number, text: string, correlation = '', retryAfter?: string) =>
        resolve({ path, status, text, retryAfter, correlation, from, until: performance.now() })
      const { hostname: host, port } = new URL(this.shop.address)
      const options = { host, port, method, path, headers: this.#headers(payload), agent: this.#agent }
      const sent = request({ ...options, timeout: patienceMs }, (answer) => {
        let text = ''
        this.#keep(answer.headers['set-cookie'] ?? [])
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        const { 'x-request-id': correlation, 'retry-after': retryAfter } = answer.headers
        answer.on('error', (error) => end(0, String(error)))
        answer.on('end', () => end(answer.statusCode ?? 0, text, String(correlation ?? ''), retryAfter))
      })
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${patienceMs} ms`)))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // Like a browser: the shop had closed an idle connection before it read this.
        const wasClosed = method === 'GET' && sent.reusedSocket && error.code === 'ECONNRESET'
        if (wasClosed) resolve(this.send(method, path))
        else end(0, String(error))
      })
      sent.end(payload)
    })
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path)
  }

  addToCart(productId: number): Promise<Reply> {
    const line = { userId: this.id, productId: { id: productId, quantity: 1 } }
    return this.send('POST', '/api/cart/addproducttocart', line)
  }

  readCart(): Promise<Reply> {
    return this.get(`/api/cart/${this.id}`)
  }

  leave(): void {
    this.#agent.destroy()
  }

  #headers(payload: string | undefined) {
    const { origin } = this.shop
    return {
      host: new URL(origin).host,
      cookie: this.cookie,
      ...(payload !== undefined && {
        origin,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
    }
  }

  #keep(cookies: readonly string[]): void {
    for (const line of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#jar.set(name, value)
    }
  }
}
