// Public answers kept in memory until a read model behind them changes. Losing them is harmless: they are only a shortcut.

import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { LRUCache } from 'lru-cache'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { bringsSession } from './allow.ts'
import { lastWritePosition } from './read-your-writes.ts'

/** Of questions and answers together; what was asked longest ago goes first. */
const maxKeptBytes = 64 * 1024 * 1024
const maxKept = 10_000

/** What an answer is made of; the headers are those of its own. */
export type Made = { json: unknown; headers?: Readonly<Record<string, string>> | undefined }
type Kept = { body: string; headers: Readonly<Record<string, string>>; readModels: readonly ReadModelName[] }
type Answer<M extends Made | null> =
  | (Response & TypedResponse<JSONParsed<NonNullable<M>['json']>, 200, 'json'>)
  | Extract<M, null>

export class ResponseCache {
  readonly #notifications: Notifications
  readonly #kept: LRUCache<string, Kept>
  /** Answers that are being made, by question and generation: who asks meanwhile waits for the same one. */
  readonly #underWay = new Map<string, Promise<Kept | null>>()
  /** Counts what made answers stale, so that one computed meanwhile is not kept. */
  #generation = 0
  /** Answers from memory since the start, and answers that had to be made. */
  hits = 0
  misses = 0

  constructor(notifications: Notifications, maxBytes = maxKeptBytes) {
    this.#notifications = notifications
    this.#kept = new LRUCache({ max: maxKept, maxSize: maxBytes, sizeCalculation: bytesOf })
    notifications.on('changed', (name) => {
      this.#generation++
      for (const [question, kept] of [...this.#kept.entries()])
        if (kept.readModels.some((known) => known === name)) this.#kept.delete(question)
    })
    notifications.on('interrupted', () => {
      this.#generation++
      this.#kept.clear()
    })
  }

  /** How many answers are kept. */
  get size(): number {
    return this.#kept.size
  }

  /** What the kept answers take, in bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /**
   * Returns a visitor at once what is kept under the address as it was sent, before anything else looks at the request: only answers to
   * valid requests that everybody may make are kept. A request with a session goes on, since the session may be a banned user's.
   */
  readonly first: MiddlewareHandler = async (c, next) => {
    if (c.req.method !== 'GET' || bringsSession(c) || !this.#mayKeep(c)) return next()
    const known = this.#kept.get(c.req.url.slice(c.req.url.indexOf('/', 'https://'.length)))
    if (!known) return next()
    this.hits++
    return send(c, known)
  }

  /**
   * Returns what is kept under a question, else what `make` makes, which is kept until one of the read models changes. Null from make is
   * passed on. `question`: made by questionOf from what was understood of the request, so that nothing else in it makes another entry.
   */
  async answer<M extends Made | null>(
    c: Context,
    question: string,
    readModels: readonly ReadModelName[],
    make: () => Promise<M>,
  ): Promise<Answer<M>> {
    const mayKeep = this.#mayKeep(c)
    const known = mayKeep ? this.#kept.get(question) : undefined
    if (known) this.hits++
    const kept =
      known ?? (mayKeep ? await this.#makeOnce(question, readModels, make) : await this.#make(readModels, make))
    return (kept && send(c, kept)) as Answer<M>
  }

  /**
   * A part of answers, kept like them: what several questions have in common is made once. Null is passed on and not kept, so that nobody
   * fills the memory by asking for what is not there. `question`: a name that no address has.
   */
  async part<Value>(
    c: Context,
    question: string,
    readModels: readonly ReadModelName[],
    make: () => Promise<Value>,
  ): Promise<Value> {
    if (!this.#mayKeep(c)) return make()
    const made = async () => {
      const json = await make()
      return json === null ? null : { json }
    }
    const kept = this.#kept.get(question) ?? (await this.#makeOnce(question, readModels, made))
    return JSON.parse(kept?.body ?? 'null') as Value
  }

  /** Not for a caller who has just changed something, nor while other processes cannot be heard. */
  #mayKeep(c: Context): boolean {
    return this.#notifications.connected && lastWritePosition(c) === undefined
  }

  /** Makes an answer for all who wait for it. Who asks after a change does not get the answer of before. */
  #makeOnce(
    question: string,
    readModels: readonly ReadModelName[],
    make: () => Promise<Made | null>,
  ): Promise<Kept | null> {
    const generation = this.#generation
    const key = `${generation} ${question}`
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const making = this.#make(readModels, make)
      .then((kept) => {
        if (kept && generation === this.#generation) this.#kept.set(question, kept)
        return kept
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, making)
    return making
  }

  async #make(readModels: readonly ReadModelName[], make: () => Promise<Made | null>): Promise<Kept | null> {
    this.misses++
    const made = await make()
    if (made === null) return null
    const body = JSON.stringify(made.json)
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
      ETag: `"${createHash('sha1').update(body).digest('base64url')}"`,
      ...made.headers,
    }
    return { body, headers, readModels }
  }
}

/** A string takes two bytes a character unless all of them are Latin; counted at the most. */
function bytesOf({ body }: Kept, question: string): number {
  return 2 * (body.length + question.length)
}

/** A path with what was understood of its query, in the order given: the one address of an answer. */
export function questionOf(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}

function send(c: Context, { body, headers }: Kept): Response {
  return c.req.header('if-none-match') === headers.ETag ? c.body(null, 304, headers) : c.body(body, 200, headers)
}
