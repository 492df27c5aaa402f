// Whether the events of each stream stand in the order of their versions, and the rows of es.streams say how many they are: looked at while the
// log is read, in as much memory however many streams there are.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { hexNumber, streamCategoryCode } from '#backend/eventstore/log/stream-id.ts'
import { copiedLines } from './log-copy.ts'

/** Five megabytes. */
const usualPlaces = 2 ** 18
/** Versions that are looked up at once. */
const mostUnknown = 2000

/**
 * Each event must follow the one before it in its stream. Of streams that were met lately the last version is in memory; of the others the
 * event before is looked up. That no version is there twice or missing, and what the rows say, is in two sums of hashes, random for each
 * run: of all events (each adds itself and takes away the one before it) and of all rows. Equal sums are equal streams.
 */
export class StreamVersions {
  readonly #client: pg.ClientBase
  readonly #places: number
  readonly #sum = new VersionSum()
  #recent: StreamTable
  #older: StreamTable
  #unknown: StoredEvent[] = []
  #isWrong = false

  /** client: at the moment that the events are read. places: of each of two generations of streams, a power of two. */
  constructor(client: pg.ClientBase, places = usualPlaces) {
    this.#client = client
    this.#places = places
    this.#recent = new StreamTable(places)
    this.#older = new StreamTable(places)
  }

  /** Takes the next events of the log. */
  async take(events: readonly StoredEvent[]): Promise<void> {
    for (let nth = 0; nth < events.length && !this.#isWrong; nth++) this.#add(events[nth] as StoredEvent)
    if (this.#unknown.length >= mostUnknown) await this.#lookUp()
  }

  /** After the last event: how many streams there are; null if something is wrong with one of them, which is then to be looked for. */
  async count(): Promise<number | null> {
    await this.#lookUp()
    if (this.#isWrong) return null
    let [streams, isWrong] = [0, false]
    for await (const page of copiedLines(this.#client, 'select id, version, category from es.streams'))
      for (const line of linesOf(page)) {
        const [uuid = '', version, category] = line.split('\t')
        readId(uuid)
        this.#sum.subtract(Number(version))
        isWrong ||= Number(category) !== streamCategoryCode(uuid)
        streams++
      }
    return isWrong || !this.#sum.isZero ? null : streams
  }

  #add(event: StoredEvent): void {
    const { stream_id, version } = event
    if (!(version >= 1)) this.#isWrong = true
    readId(stream_id)
    this.#sum.add(version)
    const last = this.#recent.put(version) || this.#older.get()
    if (last === 0 ? version !== 1 : version !== last + 1) {
      if (last === 0) this.#unknown.push(event)
      else this.#isWrong = true
    }
    if (!this.#recent.isFull) return
    this.#older = this.#recent
    this.#recent = new StreamTable(this.#places)
  }

  async #lookUp(): Promise<void> {
    const asked = this.#unknown
    this.#unknown = []
    if (asked.length === 0 || this.#isWrong) return
    const { rowCount } = await this.#client.query(
      `select from unnest($1::uuid[], $2::int[], $3::bigint[]) q(id, version, pos)
       where not exists (select from es.events e where e.stream_id = q.id and e.version = q.version - 1 and e.pos < q.pos) limit 1`,
      [asked.map((event) => event.stream_id), asked.map((event) => event.version), asked.map((event) => event.pos)],
    )
    if (rowCount !== 0) this.#isWrong = true
  }
}

function* linesOf(page: Buffer): Generator<string> {
  const text = page.toString('latin1')
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    yield text.slice(from, end)
    from = end + 1
  }
}

/** The id that was read last, as four numbers of 32 bits: a text for each of millions would keep a page of the log each. */
const id = new Uint32Array(4)

function readId(uuid: string): void {
  id[0] = hexNumber(uuid, 0, 8)
  id[1] = hexNumber(uuid, 9, 13) * 0x10000 + hexNumber(uuid, 14, 18)
  id[2] = hexNumber(uuid, 19, 23) * 0x10000 + hexNumber(uuid, 24, 28)
  id[3] = hexNumber(uuid, 28, 36)
}

/** 32 bits, each of which depends on the id that was read last and on the seed. */
function hashOfId(seed: number): number {
  let hash = seed
  for (let nth = 0; nth < 4; nth++) hash = stirred(hash ^ (id[nth] ?? 0))
  return hash
}

function stirred(given: number): number {
  let hash = Math.imul(given ^ (given >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return hash ^ (hash >>> 16)
}

/** Of versions of the ids that were read. */
class VersionSum {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
  #first = 0
  #second = 0

  /** Adds a version and takes away the one before it. */
  add(version: number): void {
    const [first, second] = [hashOfId(this.#seeds[0]), hashOfId(this.#seeds[1])]
    this.#first += of(first, version) - of(first, version - 1)
    this.#second += of(second, version) - of(second, version - 1)
    this.#cut()
  }

  subtract(version: number): void {
    this.#first -= of(hashOfId(this.#seeds[0]), version)
    this.#second -= of(hashOfId(this.#seeds[1]), version)
    this.#cut()
  }

  get isZero(): boolean {
    return this.#first === 0 && this.#second === 0
  }

  #cut(): void {
    this.#first |= 0
    this.#second |= 0
  }
}

/** Before the first version there is nothing. */
function of(hash: number, version: number): number {
  return version === 0 ? 0 : stirred(hash ^ Math.imul(version, 0x9e3779b1))
}

/** The last versions of streams: of the id that was read last. Of its places three quarters are used. */
class StreamTable {
  readonly #ids: Uint32Array
  /** 0: nobody is there. */
  readonly #versions: Uint32Array
  #count = 0

  constructor(places: number) {
    this.#ids = new Uint32Array(4 * places)
    this.#versions = new Uint32Array(places)
  }

  get isFull(): boolean {
    return this.#count >= (this.#versions.length * 3) / 4
  }

  /** 0 of a stream that is not there. */
  get(): number {
    return this.#versions[this.#place()] ?? 0
  }

  /** Returns the version that was there. */
  put(version: number): number {
    const place = this.#place()
    const before = this.#versions[place] ?? 0
    if (before === 0) {
      this.#count++
      this.#ids.set(id, 4 * place)
    }
    this.#versions[place] = version
    return before
  }

  #place(): number {
    const last = this.#versions.length - 1
    for (let place = hashOfId(0) & last; ; place = (place + 1) & last)
      if (this.#versions[place] === 0 || this.#isAt(place)) return place
  }

  #isAt(place: number): boolean {
    for (let nth = 0; nth < 4; nth++) if (this.#ids[4 * place + nth] !== id[nth]) return false
    return true
  }
}
