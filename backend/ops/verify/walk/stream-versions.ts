// Checks the order of versions in each stream and the rows of es.streams during the walk, in constant memory.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { hexNumber, streamCategoryCode } from '#backend/eventstore/log/stream-id.ts'
import { copiedLines } from './log-copy.ts'

/** Five megabytes. */
const usualPlaces = 2 ** 18
const mostUnknown = 2000

/**
 * Each event must follow the previous one of its stream: memory holds the last versions of recent streams, and look-ups
 * find the others. Two sums of randomly seeded hashes, over events (each adds itself and subtracts its predecessor) and
 * over rows, detect missing and repeated versions: equal sums mean equal streams.
 */
export class StreamVersions {
  readonly #client: pg.ClientBase
  readonly #places: number
  readonly #sum = new VersionSum()
  #recent: StreamTable
  #older: StreamTable
  #unknown: StoredEvent[] = []
  #isWrong = false

  /** `client` shares the walk's snapshot. `places` is the size of each of two stream tables, a power of two. */
  constructor(client: pg.ClientBase, places = usualPlaces) {
    this.#client = client
    this.#places = places
    this.#recent = new StreamTable(places)
    this.#older = new StreamTable(places)
  }

  async take(events: readonly StoredEvent[]): Promise<void> {
    for (let nth = 0; nth < events.length && !this.#isWrong; nth++) this.#add(events[nth] as StoredEvent)
    if (this.#unknown.length >= mostUnknown) await this.#lookUp()
  }

  /** Call after the last event. Returns the number of streams; null if one is wrong, for a search by verifyStreams. */
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

/** The last id read, as four 32-bit numbers: a string for each would keep a whole page of the log in memory. */
const id = new Uint32Array(4)

function readId(uuid: string): void {
  id[0] = hexNumber(uuid, 0, 8)
  id[1] = hexNumber(uuid, 9, 13) * 0x10000 + hexNumber(uuid, 14, 18)
  id[2] = hexNumber(uuid, 19, 23) * 0x10000 + hexNumber(uuid, 24, 28)
  id[3] = hexNumber(uuid, 28, 36)
}

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

class VersionSum {
  readonly #seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
  #first = 0
  #second = 0

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

function of(hash: number, version: number): number {
  return version === 0 ? 0 : stirred(hash ^ Math.imul(version, 0x9e3779b1))
}

/** Last versions by the last id read; fills three quarters of its places. */
class StreamTable {
  readonly #ids: Uint32Array
  readonly #versions: Uint32Array
  #count = 0

  constructor(places: number) {
    this.#ids = new Uint32Array(4 * places)
    this.#versions = new Uint32Array(places)
  }

  get isFull(): boolean {
    return this.#count >= (this.#versions.length * 3) / 4
  }

  get(): number {
    return this.#versions[this.#place()] ?? 0
  }

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
