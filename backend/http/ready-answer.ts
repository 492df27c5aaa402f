// An answer that is the same for everybody, ready to be sent: with its tag, and compressed once for all who take it compressed.
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { compressed, type Encoding, encodingOf, smallest } from './compress.ts'

type Headers = Readonly<Record<string, string>>

export class ReadyAnswer {
  readonly body: string
  readonly tag: string
  readonly #headers: Headers
  readonly #compressed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()

  /** `headers`: its type, and more of its own. Callers may keep it and ask whether it is still the same. */
  constructor(body: string, headers: Headers) {
    this.body = body
    this.tag = tagOf(body)
    this.#headers = { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: this.tag, ...headers }
  }

  /** The memory that it takes at most: a string has two bytes a character unless all are Latin; both compressed forms are less than one. */
  get bytes(): number {
    return 3 * this.body.length
  }

  /** `more`: headers of this one time. Only a good answer is left out for who has it already. */
  async send(c: Context, status: ContentfulStatusCode = 200, more?: Headers): Promise<Response> {
    const headers = more ? { ...this.#headers, ...more } : this.#headers
    if (status === 200 && isAmong(this.tag, c.req.header('if-none-match'))) return c.body(null, 304, headers)
    const encoding = this.body.length < smallest ? undefined : encodingOf(c.req.header('accept-encoding'))
    if (!encoding) return c.body(this.body, status, headers)
    return c.body(await this.#in(encoding), status, { ...headers, 'Content-Encoding': encoding })
  }

  #in(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#compressed.get(encoding)
    if (known) return known
    const made = compressed[encoding](Buffer.from(this.body))
    this.#compressed.set(encoding, made)
    return made
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
