// An HTTP caller with its own address and cookies; never retries.
import { Agent, request } from 'node:http'

/** Status 0: no answer. */
export type HttpAnswer = { status: number; text: string; correlation: string; ms: number }

/** Timeout of an answer, in milliseconds. */
const patienceMs = 30_000

export class HttpPerson {
  readonly #origin: URL
  readonly #publicOrigin: string
  readonly #agent: Agent
  readonly #jar = new Map<string, string>()

  /** `origin`: the address to call; `publicOrigin`: the shop's own; `nth`: selects a source address. */
  constructor(origin: string, publicOrigin: string, nth: number) {
    this.#origin = new URL(origin)
    this.#publicOrigin = publicOrigin
    const localAddress = `127.1.${Math.floor(nth / 250)}.${1 + (nth % 250)}`
    const isHere = this.#origin.hostname === '127.0.0.1'
    this.#agent = new Agent({ keepAlive: true, maxSockets: 4, ...(isHere && { localAddress }) })
  }

  /** Never rejects. */
  send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<HttpAnswer> {
    const since = performance.now()
    const payload = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve) => {
      const end = (status: number, text: string, correlation = '') =>
        resolve({ status, text, correlation, ms: performance.now() - since })
      const headers = {
        host: new URL(this.#publicOrigin).host,
        cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload !== undefined && {
          origin: this.#publicOrigin,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      }
      const { hostname: host, port } = this.#origin
      const sent = request({ host, port, method, path, headers, agent: this.#agent, timeout: patienceMs }, (answer) => {
        let text = ''
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          this.#jar.set(name, value)
        }
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('error', (error) => end(0, String(error)))
        answer.on('end', () => end(answer.statusCode ?? 0, text, String(answer.headers['x-request-id'] ?? '')))
      })
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${patienceMs} ms`)))
      sent.on('error', (error) => end(0, String(error)))
      sent.end(payload)
    })
  }

  leave(): void {
    this.#agent.destroy()
  }
}
