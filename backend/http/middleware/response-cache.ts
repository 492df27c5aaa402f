// In-memory cache of public answers, invalidated when anything they show changes. Losing it is harmless.
import type { EventEmitter } from 'node:events'
import type { Context, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { LRUCache } from 'lru-cache'
import type { Notifications, NotificationTopics, RowNumber } from '#backend/eventstore/log/notifications.ts'
import type { Kept } from '#backend/http/from-memory.ts'
import { type Headers, ReadyAnswer } from '#backend/http/ready-answer.ts'
import type { CatalogueTopics, LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { CachedByRow, changesOf, isTouched, listsOfCatalogue, type Shown } from './cached-by-row.ts'
import { lastWritePosition } from './read-your-writes.ts'
import { routePattern } from './telemetry.ts'

/** Limits of keys and answers; evicts the least recently used. */
const maxCachedBytes = 64 * 1024 * 1024
const maxCached = 10_000
const longestAddress = 200

/** `text`: the answer as JSON already, of what `json` would be; `until`: when it ends, in milliseconds since 1970. */
export type Made = {
  json?: unknown
  text?: string
  headers?: Headers | undefined
  until?: number
}
type Cached = { answer: ReadyAnswer; shows: readonly Shown[]; route: string; until: number }
type AnswerTo<Json> = Response & TypedResponse<JSONParsed<Json>, 200, 'json'>
type Answer<M extends Made | null> = AnswerTo<NonNullable<NonNullable<M>['json']>> | Extract<M, null>
/** Rows that an answer shows, known in advance or derived from it. */
type Shows<Value> = readonly Shown[] | ((value: NonNullable<Value>) => readonly Shown[])
type Asked<M> = { shows: Shows<M>; make: () => Promise<M>; route: string }

type Parts = {
  notifications: Pick<Notifications, 'connected'> & EventEmitter<NotificationTopics>
  /** Answers made from it are dropped when it changes. */
  catalogue?: Pick<LiveCatalogue, 'isBehind'> & EventEmitter<CatalogueTopics>
  now: () => Date
  maxBytes?: number
}

export class ResponseCache {
  readonly #parts: Parts
  readonly #cached: LRUCache<string, Cached>
  /** By the addresses under which they were asked in other words or another order. */
  readonly #questions = new LRUCache<string, string>({ max: maxCached })
  readonly #byRow = new CachedByRow()
  /** Computations under way with changes since their start; later callers share them. */
  readonly #underWay = new Map<string, { cached: Promise<Cached | null>; changes: Set<string> }>()
  readonly #changing = new Set<Set<string>>()
  /** Counts the moments after which anything may have changed. */
  #interruptions = 0
  hits = 0
  misses = 0

  constructor(parts: Parts) {
    const { notifications, catalogue, maxBytes = maxCachedBytes } = parts
    this.#parts = parts
    this.#cached = new LRUCache({
      max: maxCached,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, question) => answer.bytes + 2 * question.length,
      dispose: ({ shows }, question) => this.#byRow.remove(question, shows),
    })
    notifications.on('changed', (name, keys) => this.#drop(name, keys))
    catalogue?.on('changed', (ids, areMoved) => this.#drop('catalogue', ids, areMoved))
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
    const { notifications, catalogue } = this.#parts
    const known = notifications.connected ? this.#find(this.#questions.get(address) ?? address) : undefined
    if (!known?.route || (catalogue?.isBehind && known.shows.includes(listsOfCatalogue))) return undefined
    this.hits++
    return known
  }

  #find(question: string): Cached | undefined {
    const known = this.#cached.get(question)
    return known && this.#parts.now().getTime() <= known.until ? known : undefined
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
    const known = mayCache ? this.#find(question) : undefined
    if (mayCache) this.#noteAddress(c, question)
    if (known) this.hits++
    const asked = { shows, make, route: routePattern(c) }
    const cached = known ?? (mayCache ? await this.#makeOnce(question, asked) : await this.#make(asked))
    return (cached && (await cached.answer.send(c))) as Answer<M>
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
    if (!(c ? this.#mayCache(c) : this.#parts.notifications.connected)) return make()
    const made = async () => {
      const json = await make()
      return json === null ? null : { json }
    }
    const of = typeof shows === 'function' ? ({ json }: { json: unknown }) => shows(json as NonNullable<Value>) : shows
    const asked = { shows: of, make: made, route: '' }
    const cached = this.#find(question) ?? (await this.#makeOnce(question, asked))
    return JSON.parse(cached?.answer.body ?? 'null') as Value
  }

  /** Not after the caller's own change, nor while cut off from notifications. */
  #mayCache(c: Context): boolean {
    return this.#parts.notifications.connected && lastWritePosition(c) === undefined
  }

  #drop(readModel: string, rows?: readonly RowNumber[], areMoved = false): void {
    const changes = [...changesOf(readModel, rows), ...(areMoved ? [listsOfCatalogue] : [])]
    for (const noted of this.#changing) for (const change of changes) noted.add(change)
    for (const question of this.#byRow.touchedBy(changes)) this.#cached.delete(question)
  }

  #noteAddress({ req: { method, url } }: Context, question: string): void {
    const address = url.slice(url.indexOf('/', 'https://'.length))
    if (method !== 'GET' || address === question || address.length > longestAddress) return
    this.#questions.set(address, question)
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
    const { text = JSON.stringify(made.json), headers, until = Number.POSITIVE_INFINITY } = made
    const rows = typeof shows === 'function' ? shows(made) : shows
    return { answer: new ReadyAnswer(text, { ...json, ...headers }), shows: rows, route, until }
  }
}

const json = { 'Content-Type': 'application/json' }

export function questionOf(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}
