// The whole log, read once from its beginning by one COPY, which costs a third of what fetching rows does.
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { storedColumns, storedTime } from '#backend/eventstore/log/decoding/stored-types.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'

/** Of a page, in bytes, about: what is read of it is gone before it is old. */
const pageLength = 200_000
const newline = 10
/** How PostgreSQL is to write times, whatever it is used to. */
const timesInUtc = "set local datestyle = 'ISO'; set local timezone = 'UTC'"

/**
 * All events in the order of their positions as COPY writes them, in pages of whole lines, each in memory of its own; client: in a
 * transaction. No index is needed: the walk is the same without the key of the positions.
 */
export async function* copiedPages(client: pg.ClientBase): AsyncGenerator<Buffer<ArrayBuffer>, void, undefined> {
  await client.query(timesInUtc)
  yield* copiedLines(client, `select ${storedColumns} from es.events order by pos`)
}

/** What a query answers as COPY writes it, in pages of whole lines, each in memory of its own. */
export async function* copiedLines(
  client: pg.ClientBase,
  query: string,
): AsyncGenerator<Buffer<ArrayBuffer>, void, undefined> {
  const copy = client.query(to(`copy (${query}) to stdout`))
  let [chunks, length]: [Buffer[], number] = [[], 0]
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length < pageLength) continue
    const received = ownBuffer(chunks, length)
    const end = received.lastIndexOf(newline) + 1
    chunks = [Buffer.from(received.subarray(end))]
    length -= end
    if (end > 0) yield received.subarray(0, end)
  }
  if (length > 0) yield ownBuffer(chunks, length)
}

/** Of a pool's memory nothing could be handed to another thread. */
function ownBuffer(chunks: readonly Buffer[], length: number): Buffer<ArrayBuffer> {
  const all = Buffer.from(new ArrayBuffer(length))
  let at = 0
  for (const chunk of chunks) at += chunk.copy(all, at)
  return all
}

/** The events of a page. */
export function eventsOf(page: Buffer): CopiedEvent[] {
  const text = page.toString()
  const events: CopiedEvent[] = []
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf('\n', from)
    events.push(new CopiedEvent(text, from, lineEnd))
    from = lineEnd + 1
  }
  return events
}

/** Of '2026-11-21 07:49:54' and of '+00'. */
const [timeLength, zoneLength] = [19, 3]

/** A line of COPY's text format, of storedColumns. What few readers ask for is made out only when they do. */
export class CopiedEvent implements StoredEvent {
  readonly pos: number
  readonly stream_id: string
  readonly version: number
  readonly type: number
  readonly schema_version: number
  readonly #text: string
  readonly #dataFrom: number
  readonly #metaFrom: number
  readonly #timeFrom: number
  readonly #end: number
  #data: string | undefined
  #meta: string | undefined
  #at: Date | undefined

  constructor(text: string, from: number, to: number) {
    const tab1 = text.indexOf('\t', from)
    const tab2 = text.indexOf('\t', tab1 + 1)
    const tab3 = text.indexOf('\t', tab2 + 1)
    const tab4 = text.indexOf('\t', tab3 + 1)
    const tab5 = text.indexOf('\t', tab4 + 1)
    const tab6 = text.indexOf('\t', tab5 + 1)
    const tab7 = text.indexOf('\t', tab6 + 1)
    this.pos = wholeNumber(text, from, tab1)
    this.stream_id = text.slice(tab1 + 1, tab2)
    this.version = wholeNumber(text, tab2 + 1, tab3)
    this.type = wholeNumber(text, tab3 + 1, tab4)
    this.schema_version = wholeNumber(text, tab4 + 1, tab5)
    this.#text = text
    this.#dataFrom = tab5 + 1
    this.#metaFrom = tab6 + 1
    this.#timeFrom = tab7 + 1
    this.#end = to
  }

  get data(): string {
    this.#data ??= unescaped(this.#text.slice(this.#dataFrom, this.#metaFrom - 1))
    return this.#data
  }

  get meta(): string {
    this.#meta ??= unescaped(this.#text.slice(this.#metaFrom, this.#timeFrom - 1))
    return this.#meta
  }

  get at(): Date {
    this.#at ??= storedTime(this.#text.slice(this.#timeFrom, this.#end))
    return this.#at
  }

  /** Of its time, six digits, of which `at` has the first three. */
  get microseconds(): string {
    const digits = this.#text.slice(this.#timeFrom + timeLength + 1, this.#end - zoneLength)
    return digits.length === 6 ? digits : digits.padEnd(6, '0')
  }
}

const [digitZero, digitNine] = ['0', '9'].map((digit) => digit.charCodeAt(0)) as [number, number]

/** The same as of the text alone, which need not be made. */
function wholeNumber(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code < digitZero || code > digitNine) return Number(text.slice(from, to))
    number = number * 10 + code - digitZero
  }
  return number
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character) : text
}
