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
const markLength = 8
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
  /** Hexadecimal: a text of which much is made costs half of what a Buffer does. */
  #hashes: string[] = []

  /** closed: is given each page that is over, also one of which no event is there. */
  constructor(closed: (page: ChainPage) => void = () => undefined) {
    this.#closed = closed
  }

  add({ pos, stream, version, type, schema, epoch, data, meta }: ChainedEvent): void {
    while (pos > this.#upto) this.#close()
    const text = `${pos} ${stream} ${version} ${type} ${schema} ${epoch} ${data}\n${meta}`
    this.#hashes.push(hash('sha256', text))
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
    const digest = events === 0 ? nothing : hash('sha256', Buffer.from(this.#hashes.join(''), 'hex'), 'buffer')
    const marks = Buffer.from(this.#hashes.map((one) => one.slice(0, markLength)).join(''), 'hex')
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
