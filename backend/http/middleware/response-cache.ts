// Public answers kept in memory until something that they show changes. Losing them is harmless: they are only a shortcut.
import type { Context, MiddlewareHandler, TypedResponse } from 'hono'
import type { JSONParsed } from 'hono/utils/types'
import { LRUCache } from 'lru-cache'
import type { Notifications, RowNumber } from '#backend/eventstore/log/notifications.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
import type { CatalogueHolder } from '#backend/readmodels/catalogue/held/catalogue-holder.ts'
import { bringsSession } from './allow.ts'
import { ChangedRows, KeptByRow, type Shown } from './kept-by-row.ts'
import { lastWritePosition } from './read-your-writes.ts'

/** Of questions and answers together; what was asked longest ago goes first. */
const maxKeptBytes = 64 * 1024 * 1024
const maxKept = 10_000

/** What an answer is made of; the headers are those of its own. */
export type Made = { json: unknown; headers?: Headers | undefined }
type Headers = Readonly<Record<string, string>>
type Kept = {
  answer: ReadyAnswer
  shows: readonly Shown[]
  /** What puts the answer together from memory; see `assembled`. */
  textOf?: TextOf
}
type TextOf = (isLateAllowed: boolean) => string | null
type AnswerTo<Json> = Response & TypedResponse<JSONParsed<Json>, 200, 'json'>
type Answer<M extends Made | null> = AnswerTo<NonNullable<M>['json']> | Extract<M, null>
/** What an answer shows: known before, or told by the answer. */
type Shows<Value> = readonly Shown[] | ((value: NonNullable<Value>) => readonly Shown[])

export class ResponseCache {
  readonly #notifications: Notifications
  readonly #catalogue: CatalogueHolder | undefined
  readonly #kept: LRUCache<string, Kept>
  readonly #byRow = new KeptByRow()
  /** Answers that are being made, with what changed since they were begun: who asks meanwhile waits for the same one. */
  readonly #underWay = new Map<string, { kept: Promise<Kept | null>; changed: ChangedRows }>()
  readonly #changing = new Set<ChangedRows>()
  /** Counts the times at which anything may have changed. */
  #interruptions = 0
  /** Answers from memory since the start, and answers that had to be made. */
  hits = 0
  misses = 0

  /** catalogue: answers that are made from what it holds are dropped when it holds something else. */
  constructor(notifications: Notifications, catalogue?: CatalogueHolder, maxBytes = maxKeptBytes) {
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
   * Returns what is kept under a question, else what `make` makes, which is kept until something of what it shows changes. Null from make is
   * passed on. `question`: made by questionOf from what was understood of the request, so that nothing else in it makes another entry.
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
   * Returns what is put together from memory. `textOf` makes JSON of type Json, at once, and the same string while it says the same; null is
   * passed on. It is asked again for each visitor, of whom it may know that they changed nothing (isLateAllowed). The cache keeps textOf, so
   * it must hold nothing of the request.
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
   * A part of answers, kept like them: what several questions have in common is made once. Null is passed on and not kept, so that nobody
   * fills the memory by asking for what is not there. `question`: a name that no address has. Null for c: of what nobody looks for their own
   * change in, whoever asks.
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

  /** Not for a caller who has just changed something, nor while other processes cannot be heard. */
  #mayKeep(c: Context): boolean {
    return this.#notifications.connected && lastWritePosition(c) === undefined
  }

  #drop(readModel: string, rows?: readonly RowNumber[]): void {
    for (const changed of this.#changing) changed.add(readModel, rows)
    for (const question of this.#byRow.showing(readModel, rows)) this.#kept.delete(question)
  }

  /** The answer as it is now; null if there is none any more. */
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

  /** Makes an answer for all who wait for it. Who asks after a change does not get the answer of before. */
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

/** A path with what was understood of its query, in the order given: the one address of an answer. */
export function questionOf(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given.toString()}`
}
