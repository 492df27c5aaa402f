// In-memory cache of public answers, invalidated when anything they show changes. Losing it is harmless.
import type { Context, MiddlewareHandler, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { LRUCache } from 'lru-cache'
import type { Notifications, RowNumber } from '#backend/eventstore/log/notifications.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import { bringsSession } from './allow.ts'
import { ChangedRows, KeptByRow, type Shown } from './kept-by-row.ts'
import { lastWritePosition } from './read-your-writes.ts'

/** Limits of keys and answers; evicts the least recently used. */
const maxKeptBytes = 64 * 1024 * 1024
const maxKept = 10_000

export type Made = { json: unknown; headers?: Headers | undefined }
type Headers = Readonly<Record<string, string>>
type Kept = {
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
  readonly #kept: LRUCache<string, Kept>
  readonly #byRow = new KeptByRow()
  /** Computations under way with changes since their start; later callers share them. */
  readonly #underWay = new Map<string, { kept: Promise<Kept | null>; changed: ChangedRows }>()
  readonly #changing = new Set<ChangedRows>()
  /** Counts the moments after which anything may have changed. */
  #interruptions = 0
  hits = 0
  misses = 0

  /** `catalogue`: answers made from it are dropped when it changes. */
  constructor(notifications: Notifications, catalogue?: LiveCatalogue, maxBytes = maxKeptBytes) {
    this.#notifications = notifications
    this.#catalogue = catalogue
    this.#kept = new LRUCache({
      max: maxKept,
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, question) => answer.bytes + 2 * question.length,
      dispose: ({ shows }, question) => this.#byRow.remove(question, shows),
    })
    notifications.on('changed', (name, keys) => this.#drop(name, keys))
    catalogue?.on('changed', (ids) => this.#drop('catalogue', ids))
    notifications.on('interrupted', () => {
      this.#interruptions++
      this.#kept.clear()
    })
  }

  get size(): number {
    return this.#kept.size
  }

  get bytes(): number {
    return this.#kept.calculatedSize
  }

  /**
   * Answers visitors from the cache before any other middleware; only valid public requests are ever cached. Requests
   * with a session continue, since the account may be banned.
   */
  readonly first: MiddlewareHandler = async (c, next) => {
    if (c.req.method !== 'GET' || bringsSession(c) || !this.#mayKeep(c)) return next()
    const question = c.req.url.slice(c.req.url.indexOf('/', 'https://'.length))
    return (await this.#findNow(question))?.send(c) ?? next()
  }

  /** The tag of what a visitor is answered under a question now; undefined if nothing is kept there. */
  async tagOf(question: string): Promise<string | undefined> {
    return this.#notifications.connected ? (await this.#findNow(question))?.tag : undefined
  }

  async #findNow(question: string): Promise<ReadyAnswer | undefined> {
    const known = this.#kept.get(question)
    if (!known) return undefined
    if (!known.textOf) {
      this.hits++
      return known.answer
    }
    if (this.#catalogue?.isBehind) await this.#catalogue.catchUp()
    const now = this.#renewed(known)
    if (!now) this.#kept.delete(question)
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
    const mayKeep = this.#mayKeep(c)
    const known = mayKeep ? this.#kept.get(question) : undefined
    if (known) this.hits++
    const kept = known ?? (mayKeep ? await this.#makeOnce(question, shows, make) : await this.#make(shows, make))
    return (kept && (await kept.answer.send(c))) as Answer<M>
  }

  /**
   * Assembles an answer from memory. `textOf` returns JSON of type Json synchronously, the same string while
   * unchanged; null is passed on. It runs per visitor, who may be known to have changed nothing (isLateAllowed). The
   * cache keeps textOf, so it must not hold the request.
   */
  assembled<Json>(c: Context, question: string, textOf: TextOf): Promise<AnswerTo<Json>> | null {
    const mayKeep = this.#mayKeep(c)
    const known = mayKeep ? this.#kept.get(question) : undefined
    if (known?.textOf) {
      const now = this.#renewed(known)
      return now && (now.answer.send(c) as Promise<AnswerTo<Json>>)
    }
    this.misses++
    const body = textOf(mayKeep)
    if (body === null) return null
    const kept = { answer: new ReadyAnswer(body, json), shows: [], textOf }
    if (mayKeep) this.#kept.set(question, kept)
    return kept.answer.send(c) as Promise<AnswerTo<Json>>
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
    if (!(c ? this.#mayKeep(c) : this.#notifications.connected)) return make()
    const made = async () => {
      const json = await make()
      return json === null ? null : { json }
    }
    const of = typeof shows === 'function' ? ({ json }: { json: unknown }) => shows(json as NonNullable<Value>) : shows
    const kept = this.#kept.get(question) ?? (await this.#makeOnce(question, of, made))
    return JSON.parse(kept?.answer.body ?? 'null') as Value
  }

  /** Not after the caller's own change, nor while cut off from notifications. */
  #mayKeep(c: Context): boolean {
    return this.#notifications.connected && lastWritePosition(c) === undefined
  }

  #drop(readModel: string, rows?: readonly RowNumber[]): void {
    for (const changed of this.#changing) changed.add(readModel, rows)
    for (const question of this.#byRow.showing(readModel, rows)) this.#kept.delete(question)
  }

  #renewed(kept: Kept): Kept | null {
    const text = kept.textOf?.(true) ?? null
    if (text === null) return null
    if (text === kept.answer.body) this.hits++
    else {
      this.misses++
      kept.answer = new ReadyAnswer(text, json)
    }
    return kept
  }

  /** Shares a computation among callers, except with those who ask after a change. */
  #makeOnce<M extends Made | null>(question: string, shows: Shows<M>, make: () => Promise<M>): Promise<Kept | null> {
    const known = this.#underWay.get(question)
    const isOld = known && (typeof shows === 'function' ? !known.changed.isEmpty : known.changed.touches(shows))
    if (known && !isOld) return known.kept
    const changed = new ChangedRows()
    this.#changing.add(changed)
    const before = this.#interruptions
    const kept = this.#make(shows, make)
      .then((made) => {
        if (made && before === this.#interruptions && !changed.touches(made.shows)) this.#keep(question, made)
        return made
      })
      .finally(() => {
        this.#changing.delete(changed)
        if (this.#underWay.get(question)?.changed === changed) this.#underWay.delete(question)
      })
    this.#underWay.set(question, { kept, changed })
    return kept
  }

  #keep(question: string, kept: Kept): void {
    this.#kept.set(question, kept)
    if (this.#kept.has(question)) this.#byRow.add(question, kept.shows)
  }

  async #make<M extends Made | null>(shows: Shows<M>, make: () => Promise<M>): Promise<Kept | null> {
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
