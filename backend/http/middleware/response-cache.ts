// In-memory cache of public answers, invalidated when anything they show changes. Losing it is harmless.
import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { LRUCache } from 'lru-cache'
import type { Notifications, RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { Kept } from '#backend/http/from-memory.ts'
import { type Headers, ReadyAnswer } from '#backend/http/ready-answer.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { maxLateMs } from '#backend/readmodels/catalogue/in-memory/result-sets.ts'
import { CachedByRow, changesOf, isTouched, type Shown } from './cached-by-row.ts'
import { lastWritePosition } from './read-your-writes.ts'
import { routePattern } from './telemetry.ts'

/** Limits of keys and answers; evicts the least recently used. */
const maxCachedBytes = 64 * 1024 * 1024
const maxCached = 10_000
const longestAddress = 200

export type Made = { json: unknown; headers?: Headers | undefined }
type Cached = {
  answer: ReadyAnswer
  shows: readonly Shown[]
  route: string
  /** Recomputes the body from memory; see `assembled`. `checkedAt`: when it last did. */
  textOf?: TextOf
  checkedAt?: number
}
type TextOf = (isLateAllowed: boolean) => string | null
type AnswerTo<Json> = Response & TypedResponse<JSONParsed<Json>, 200, 'json'>
type Answer<M extends Made | null> = AnswerTo<NonNullable<M>['json']> | Extract<M, null>
/** Rows that an answer shows, known in advance or derived from it. */
type Shows<Value> = readonly Shown[] | ((value: NonNullable<Value>) => readonly Shown[])
type Asked<M> = { shows: Shows<M>; make: () => Promise<M>; route: string }

export class ResponseCache {
  readonly #notifications: Notifications
  readonly #catalogue: LiveCatalogue | undefined
  readonly #cached: LRUCache<string, Cached>
  /** By the addresses under which they were asked in other words or another order. */
  readonly #questions = new LRUCache<string, string>({ max: maxCached })
  readonly #byRow = new CachedByRow()
  /** Computations under way with changes since their start; later callers share them. */
  readonly #underWay = new Map<string, { cached: Promise<Cached | null>; changes: Set<string> }>()
  readonly #changing = new Set<Set<string>>()
  /** Counts the moments after which anything may have changed. */
  #interruptions = 0
  #changedAt = 0
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
    catalogue?.on('changed', (ids) => {
      this.#changedAt = performance.now()
      this.#drop('catalogue', ids)
    })
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

  /** A visitor's answer at this address; undefined if it is not in memory, or memory may be late. */
  readonly kept = (address: string): Kept | undefined => {
    const question = this.#questions.get(address) ?? address
    const known = this.#notifications.connected ? this.#cached.get(question) : undefined
    if (!known?.route) return undefined
    if (!known.textOf) {
      this.hits++
      return known
    }
    if (this.#catalogue?.isBehind) return undefined
    const now = this.#renewed(known)
    if (!now) this.#cached.delete(question)
    return now ?? undefined
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
    if (mayCache) this.#noteAddress(c, question)
    if (known) this.hits++
    const asked = { shows, make, route: routePattern(c) }
    const cached = known ?? (mayCache ? await this.#makeOnce(question, asked) : await this.#make(asked))
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
    if (mayCache) this.#noteAddress(c, question)
    if (known?.textOf) {
      const now = this.#renewed(known)
      return now && (now.answer.send(c) as Promise<AnswerTo<Json>>)
    }
    this.misses++
    const body = textOf(mayCache)
    if (body === null) return null
    const route = routePattern(c)
    const cached = { answer: new ReadyAnswer(body, json), shows: [], route, textOf, checkedAt: performance.now() }
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
    const asked = { shows: of, make: made, route: '' }
    const cached = this.#cached.get(question) ?? (await this.#makeOnce(question, asked))
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

  #noteAddress({ req: { method, url } }: Context, question: string): void {
    const address = url.slice(url.indexOf('/', 'https://'.length))
    if (method !== 'GET' || address === question || address.length > longestAddress) return
    this.#questions.set(address, question)
  }

  /** A text that was made so long after the last change that nothing late was in it holds until the next one. */
  #renewed(cached: Cached): Cached | null {
    const { textOf, checkedAt = 0, answer } = cached
    const isSettled = checkedAt > this.#changedAt + maxLateMs
    const text = isSettled ? answer.body : (textOf?.(true) ?? null)
    if (text === null) return null
    if (!isSettled) cached.checkedAt = performance.now()
    if (text === answer.body) this.hits++
    else {
      this.misses++
      cached.answer = new ReadyAnswer(text, json)
    }
    return cached
  }

  /** Shares a computation among callers, except with those who ask after a change. */
  #makeOnce<M extends Made | null>(question: string, asked: Asked<M>): Promise<Cached | null> {
    const { shows } = asked
    const known = this.#underWay.get(question)
    const isOld = known && (typeof shows === 'function' ? known.changes.size > 0 : isTouched(shows, known.changes))
    if (known && !isOld) return known.cached
    const changes = new Set<string>()
    this.#changing.add(changes)
    const before = this.#interruptions
    const cached = this.#make(asked)
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

  async #make<M extends Made | null>({ shows, make, route }: Asked<M>): Promise<Cached | null> {
    this.misses++
    const made = await make()
    if (made === null) return null
    const body = JSON.stringify(made.json)
    const rows = typeof shows === 'function' ? shows(made) : shows
    return { answer: new ReadyAnswer(body, { ...json, ...made.headers }), shows: rows, route }
  }
}

const json = { 'Content-Type': 'application/json' }

export function questionOf(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}
