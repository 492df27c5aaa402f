// In-memory cache of public answers, invalidated when anything they show changes. Losing it is harmless.
import type { Context, MiddlewareHandler, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { LRUCache } from 'lru-cache'
import type { Notifications, RowNumber } from '#backend/eventstore/log/notifications.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { bringsSession } from './allow.ts'
import { CachedByRow, changesOf, isTouched, type Shown } from './cached-by-row.ts'
import { lastWritePosition } from './read-your-writes.ts'

/** Limits of keys and answers; evicts the least recently used. */
const maxCachedBytes = 64 * 1024 * 1024
const maxCached = 10_000

export type Made = { json: unknown; headers?: Headers | undefined }
type Headers = Readonly<Record<string, string>>
type Cached = {
  answer: ReadyAnswer
  shows: readonly Shown[]
  /** Recomputes the body from memory; see `assembled`. */
  textOf?: TextOf
}
type TextOf = (isLateAllowed: boolean) => string | null
type AnswerTo<Json> = Response & TypedResponse<JSONParsed<Json>, 200, 'json'>
type Answer<M extends Made | null> = AnswerTo<NonNullable<M>['json']> | Extract<M, null>
/** Rows that an answer shows, known in advance or derived from it. */
type Shows<Value> = readonly Shown[] | ((value: NonNullable<Value>) => readonly Shown[])

export class ResponseCache {
  readonly #notifications: Notifications
  readonly #catalogue: LiveCatalogue | undefined
  readonly #cached: LRUCache<string, Cached>
  readonly #byRow = new CachedByRow()
  /** Computations under way with changes since their start; later callers share them. */
  readonly #underWay = new Map<string, { cached: Promise<Cached | null>; changes: Set<string> }>()
  readonly #changing = new Set<Set<string>>()
  /** Counts the moments after which anything may have changed. */
  #interruptions = 0
  hits = 0
  misses = 0

  /** `catalogue`: answers made from it are dropped when it changes. */
  constructor(notifications: Notifications, catalogue?: LiveCatalogue, maxBytes = maxCachedBytes) {
    this.#notifications = notifications
    this.#catalogue = catalogue
    this.#cached = new LRUCache({
      max: maxCached,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, question) => answer.bytes + 2 * question.length,
      dispose: ({ shows }, question) => this.#byRow.remove(question, shows),
    })
    notifications.on('changed', (name, keys) => this.#drop(name, keys))
    catalogue?.on('changed', (ids) => this.#drop('catalogue', ids))
    notifications.on('interrupted', () => {
      this.#interruptions++
      this.#cached.clear()
    })
  }

  get size(): number {
    return this.#cached.size
  }

  get bytes(): number {
    return this.#cached.calculatedSize
  }

  /**
   * Answers visitors from the cache before any other middleware; only valid public requests are ever cached. Requests
   * with a session continue, since the account may be banned.
   */
  readonly first: MiddlewareHandler = async (c, next) => {
    if (c.req.method !== 'GET' || bringsSession(c) || !this.#mayCache(c)) return next()
    const question = c.req.url.slice(c.req.url.indexOf('/', 'https://'.length))
    return (await this.#findNow(question))?.send(c) ?? next()
  }

  /** The tag of what a visitor is answered under a question now; undefined if nothing is cached there. */
  async tagOf(question: string): Promise<string | undefined> {
    return this.#notifications.connected ? (await this.#findNow(question))?.tag : undefined
  }

  async #findNow(question: string): Promise<ReadyAnswer | undefined> {
    const known = this.#cached.get(question)
    if (!known) return undefined
    if (!known.textOf) {
      this.hits++
      return known.answer
    }
    if (this.#catalogue?.isBehind) await this.#catalogue.catchUp()
    const now = this.#renewed(known)
    if (!now) this.#cached.delete(question)
    return now?.answer
  }

  /**
   * Returns a cached answer or computes one, cached until something it shows changes. Passes on null. `question`:
   * from questionOf, so that only understood parameters distinguish entries.
   */
  async answer<M extends Made | null>(
    c: Context,
    question: string,
    shows: Shows<M>,
    make: () => Promise<M>,
  ): Promise<Answer<M>> {
    const mayCache = this.#mayCache(c)
    const known = mayCache ? this.#cached.get(question) : undefined
    if (known) this.hits++
    const cached = known ?? (mayCache ? await this.#makeOnce(question, shows, make) : await this.#make(shows, make))
    return (cached && (await cached.answer.send(c))) as Answer<M>
  }

  /**
   * Assembles an answer from memory. `textOf` returns JSON of type Json synchronously, the same string while
   * unchanged; null is passed on. It runs per visitor, who may be known to have changed nothing (isLateAllowed). The
   * cache keeps textOf, so it must not hold the request.
   */
  assembled<Json>(c: Context, question: string, textOf: TextOf): Promise<AnswerTo<Json>> | null {
    const mayCache = this.#mayCache(c)
    const known = mayCache ? this.#cached.get(question) : undefined
    if (known?.textOf) {
      const now = this.#renewed(known)
      return now && (now.answer.send(c) as Promise<AnswerTo<Json>>)
    }
    this.misses++
    const body = textOf(mayCache)
    if (body === null) return null
    const cached = { answer: new ReadyAnswer(body, json), shows: [], textOf }
    if (mayCache) this.#cached.set(question, cached)
    return cached.answer.send(c) as Promise<AnswerTo<Json>>
  }

  /**
   * Caches a part shared by several answers. Null is never cached, so that requests for absent things can't fill the
   * memory. `question`: a name that is no address. `c` null: nobody expects their own change in it.
   */
  async part<Value>(
    c: Context | null,
    question: string,
    shows: Shows<Value>,
    make: () => Promise<Value>,
  ): Promise<Value> {
    if (!(c ? this.#mayCache(c) : this.#notifications.connected)) return make()
    const made = async () => {
      const json = await make()
      return json === null ? null : { json }
    }
    const of = typeof shows === 'function' ? ({ json }: { json: unknown }) => shows(json as NonNullable<Value>) : shows
    const cached = this.#cached.get(question) ?? (await this.#makeOnce(question, of, made))
    return JSON.parse(cached?.answer.body ?? 'null') as Value
  }

  /** Not after the caller's own change, nor while cut off from notifications. */
  #mayCache(c: Context): boolean {
    return this.#notifications.connected && lastWritePosition(c) === undefined
  }

  #drop(readModel: string, rows?: readonly RowNumber[]): void {
    const changes = changesOf(readModel, rows)
    for (const noted of this.#changing) for (const change of changes) noted.add(change)
    for (const question of this.#byRow.touchedBy(changes)) this.#cached.delete(question)
  }

  #renewed(cached: Cached): Cached | null {
    const text = cached.textOf?.(true) ?? null
    if (text === null) return null
    if (text === cached.answer.body) this.hits++
    else {
      this.misses++
      cached.answer = new ReadyAnswer(text, json)
    }
    return cached
  }

  /** Shares a computation among callers, except with those who ask after a change. */
  #makeOnce<M extends Made | null>(question: string, shows: Shows<M>, make: () => Promise<M>): Promise<Cached | null> {
    const known = this.#underWay.get(question)
    const isOld = known && (typeof shows === 'function' ? known.changes.size > 0 : isTouched(shows, known.changes))
    if (known && !isOld) return known.cached
    const changes = new Set<string>()
    this.#changing.add(changes)
    const before = this.#interruptions
    const cached = this.#make(shows, make)
      .then((made) => {
        if (made && before === this.#interruptions && !isTouched(made.shows, changes)) this.#store(question, made)
        return made
      })
      .finally(() => {
        this.#changing.delete(changes)
        if (this.#underWay.get(question)?.changes === changes) this.#underWay.delete(question)
      })
    this.#underWay.set(question, { cached, changes })
    return cached
  }

  #store(question: string, cached: Cached): void {
    this.#cached.set(question, cached)
    if (this.#cached.has(question)) this.#byRow.add(question, cached.shows)
  }

  async #make<M extends Made | null>(shows: Shows<M>, make: () => Promise<M>): Promise<Cached | null> {
    this.misses++
    const made = await make()
    if (made === null) return null
    const body = JSON.stringify(made.json)
    const rows = typeof shows === 'function' ? shows(made) : shows
    return { answer: new ReadyAnswer(body, { ...json, ...made.headers }), shows: rows }
  }
}

const json = { 'Content-Type': 'application/json' }

export function questionOf(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}
