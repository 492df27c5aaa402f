// Public answers kept in memory until a read model behind them changes. Losing them is harmless: they are only a shortcut.
import { createHash } from 'node:crypto'
import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import type { Signals } from '#backend/eventstore/signals.ts'
import { lastWrite } from './own-writes.ts'

const most = 2000

type Kept = { body: string; etag: string }
type Answer<T> = Response & TypedResponse<JSONParsed<T>, 200, 'json'>

export class KeptAnswers {
  readonly #signals: Signals
  readonly #kept = new Map<string, Kept>()
  /** Counts what made answers stale, so that one computed meanwhile is not kept. */
  #generation = 0

  constructor(signals: Signals, readModels: readonly string[]) {
    this.#signals = signals
    const forget = () => {
      this.#generation++
      this.#kept.clear()
    }
    signals.on('changed', (name) => {
      if (readModels.includes(name)) forget()
    })
    signals.on('gap', forget)
  }

  /**
   * Answers with the JSON of `make`, from memory where it is still true. A caller who has just changed something, and everybody
   * while other processes cannot be heard, gets a fresh one. Null from make is passed on.
   */
  async answer<T>(c: Context, make: () => Promise<T | null>): Promise<Answer<T> | null> {
    const key = c.req.url
    const mayKeep = this.#signals.connected && lastWrite(c) === undefined
    const known = mayKeep ? this.#kept.get(key) : undefined
    if (known) return send<T>(c, known)
    const generation = this.#generation
    const value = await make()
    if (value === null) return null
    const body = JSON.stringify(value)
    const answer = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
    if (mayKeep && generation === this.#generation) this.#keep(key, answer)
    return send<T>(c, answer)
  }

  #keep(key: string, answer: Kept): void {
    if (this.#kept.size >= most) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(key, answer)
  }
}

/** The body is the JSON of a T, so the client may read it as one. */
function send<T>(c: Context, { body, etag }: Kept): Answer<T> {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache', ETag: etag }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers) as unknown as Answer<T>
  return c.body(body, 200, headers) as unknown as Answer<T>
}
