// One answer for everybody, ready to be sent: with its tag, and compressed only once.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { compressed, decompressed, type Encoding, encodingOf, smallest } from './compress.ts'

export type Headers = Readonly<Record<string, string>>
/** `body` null: the caller has it already, which is status 304. */
type Form = { headers: Headers; body: string | Uint8Array<ArrayBuffer> | null }

export class ReadyAnswer {
  readonly tag: string
  readonly #length: number
  readonly #headers: Headers
  /** The text, until a caller has it compressed: both together would take five times the memory. */
  #kept: string | { encoding: Encoding; bytes: Uint8Array }
  readonly #compressed = new Map<Encoding, Form | Promise<Form>>()

  /** `headers`: its type, and more of its own. Callers may keep it and ask whether it is still the same. */
  constructor(body: string, headers: Headers) {
    this.#kept = body
    this.#length = body.length
    this.tag = tagOf(body)
    this.#headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: this.tag, ...headers }
  }

  get body(): string {
    const kept = this.#kept
    return typeof kept === 'string' ? kept : decompressed[kept.encoding](kept.bytes).toString()
  }

  /** The memory that it takes at most, while it is compressed: a string has two bytes a character unless all are Latin. */
  get bytes(): number {
    return 3 * this.#length
  }

  /** `more`: headers of this one time. */
  async send(c: Context, status: ContentfulStatusCode = 200, more?: Headers): Promise<Response> {
    const asked = { 'if-none-match': c.req.header('if-none-match'), 'accept-encoding': c.req.header('accept-encoding') }
    const { body, headers } = await this.formFor(asked, status)
    const all = more ? { ...headers, ...more } : headers
    return body === null ? c.body(null, 304, all) : c.body(body, status, all)
  }

  /** A promise while it is being compressed. Only a good answer is left out for who has it already. */
  formFor(asked: Pick<IncomingHttpHeaders, 'if-none-match' | 'accept-encoding'>, status: number): Form | Promise<Form> {
    if (status === 200 && isAmong(this.tag, asked['if-none-match'])) return { headers: this.#headers, body: null }
    const encoding = this.#length < smallest ? undefined : encodingOf(asked['accept-encoding'])
    return encoding ? this.#in(encoding) : { headers: this.#headers, body: this.body }
  }

  #in(encoding: Encoding): Form | Promise<Form> {
    const known = this.#compressed.get(encoding)
    if (known) return known
    const making = compressed[encoding](Buffer.from(this.body)).then((body) => {
      this.#kept = { encoding, bytes: body }
      const made = { headers: { ...this.#headers, 'Content-Encoding': encoding }, body }
      this.#compressed.set(encoding, made)
      return made
    })
    this.#compressed.set(encoding, making)
    return making
  }
}

export function tagOf(body: string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`
}

/** `asked`: an If-None-Match, in which a proxy may have made a tag weak. */
function isAmong(tag: string, asked: string | undefined): boolean {
  if (asked === undefined || asked === tag) return asked === tag
  return asked.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
