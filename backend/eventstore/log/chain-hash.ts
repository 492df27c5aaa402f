// The hash of a log as its chain has it (es.event_text, es.log_pages), made from the events alone: by verify, and by who has only an export.
import { hash } from 'node:crypto'

/** Of the log between two links. digest: what its link is made of. marks: four bytes of each event's hash. */
export type ChainPage = { upto: number; events: number; digest: Buffer; marks: Buffer }

/** An event's texts as they are stored. epoch: its time in seconds, with six decimals. */
export type ChainedEvent = {
  pos: number
  stream: string
  version: number
  type: string
  schema: number
  epoch: string
  data: string
  meta: string
}

/** Events of a page. */
export const chainPageSize = 100
const markBytes = 4
const nothing = Buffer.alloc(0)

/** The hash of the log up to the end of a page: of the hash up to the page before, and the page's digest. */
export function linkHash(previous: Buffer, digest: Buffer): Buffer {
  return hash('sha256', Buffer.concat([previous, digest]), 'buffer')
}

/** The hash of a log whose events are added in the order of their positions; of those that are missing it knows nothing. */
export class ChainHash {
  readonly #closed: (page: ChainPage) => void
  #link: Buffer = nothing
  #upto = chainPageSize
  #hashes: Buffer[] = []

  /** closed: is given each page that is over, also one of which no event is there. */
  constructor(closed: (page: ChainPage) => void = () => undefined) {
    this.#closed = closed
  }

  add({ pos, stream, version, type, schema, epoch, data, meta }: ChainedEvent): void {
    while (pos > this.#upto) this.#close()
    const text = `${pos} ${stream} ${version} ${type} ${schema} ${epoch} ${data}\n${meta}`
    this.#hashes.push(hash('sha256', text, 'buffer'))
  }

  /** Of all that was added. */
  get whole(): Buffer {
    return this.#hashes.length === 0 ? this.#link : linkHash(this.#link, this.#page().digest)
  }

  /** Ends the last page, however full it is. */
  end(): void {
    if (this.#hashes.length > 0) this.#close()
  }

  #page(): ChainPage {
    const events = this.#hashes.length
    const digest = events === 0 ? nothing : hash('sha256', Buffer.concat(this.#hashes), 'buffer')
    const marks = Buffer.concat(this.#hashes.map((one) => one.subarray(0, markBytes)))
    return { upto: this.#upto, events, digest, marks }
  }

  #close(): void {
    const page = this.#page()
    this.#link = linkHash(this.#link, page.digest)
    this.#upto += chainPageSize
    this.#hashes = []
    this.#closed(page)
  }
}

/** The time of a stored event in seconds, as es.event_text writes it. time: to the millisecond or finer. microseconds: six digits. */
export function epochText(time: Date, microseconds: string): string {
  // PostgreSQL has a time that is no Date: infinity.
  return `${Math.floor(Number(time) / 1000)}.${microseconds}`
}
