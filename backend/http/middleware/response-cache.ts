// Public answers kept in memory until a read model behind them changes. Losing them is harmless: they are only a shortcut.

import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { bringsSession } from './allow.ts'
import { lastWritePosition } from './read-your-writes.ts'

const most = 2000

type Kept = { body: string; etag: string; readModels: readonly ReadModelName[] }
type Answer<T> = Response & TypedResponse<JSONParsed<T>, 200, 'json'>

/** JSON answers of this process by request, dropped when a read model that they show changes in any process. */
export class ResponseCache {
  readonly #notifications: Notifications
  readonly #kept = new Map<string, Kept>()
  /** Counts what made answers stale, so that one computed meanwhile is not kept. */
  #generation = 0
  /** Answers from memory since the start, and answers that had to be made. */
  hits = 0
  misses = 0

  constructor(notifications: Notifications) {
    this.#notifications = notifications
    notifications.on('changed', (name) => {
      this.#generation++
      for (const [key, kept] of this.#kept) if (kept.readModels.some((known) => known === name)) this.#kept.delete(key)
    })
    notifications.on('interrupted', () => {
      this.#generation++
      this.#kept.clear()
    })
  }

  /**
   * Returns a visitor at once what is kept, before anything else looks at the request: only answers to valid requests that everybody
   * may make are kept. A request with a session goes on, since the session may be a banned user's.
   */
  readonly first: MiddlewareHandler = async (c, next) => {
    const known = c.req.method === 'GET' && !bringsSession(c) ? this.#known(c) : undefined
    if (!known) return next()
    this.hits++
    return send(c, known)
  }

  /** Returns what is kept, else the JSON of `make`, which is kept until one of the read models changes. Null from make is passed on. */
  async answer<T>(
    c: Context,
    readModels: readonly ReadModelName[],
    make: () => Promise<T | null>,
  ): Promise<Answer<T> | null> {
    const known = this.#known(c)
    if (known) {
      this.hits++
      return send<T>(c, known)
    }
    this.misses++
    const generation = this.#generation
    const value = await make()
    if (value === null) return null
    const body = JSON.stringify(value)
    const kept = { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"`, readModels }
    if (this.#mayKeep(c) && generation === this.#generation) this.#keep(c.req.url, kept)
    return send<T>(c, kept)
  }

  /** Not for a caller who has just changed something, nor while other processes cannot be heard. */
  #mayKeep(c: Context): boolean {
    return this.#notifications.connected && lastWritePosition(c) === undefined
  }

  #known(c: Context): Kept | undefined {
    return this.#mayKeep(c) ? this.#kept.get(c.req.url) : undefined
  }

  #keep(key: string, kept: Kept): void {
    if (this.#kept.size >= most) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(key, kept)
  }
}

/** The body is the JSON of a T, so the client may read it as one. */
function send<T>(c: Context, { body, etag }: Kept): Answer<T> {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers) as unknown as Answer<T>
  return c.body(body, 200, headers) as unknown as Answer<T>
}
