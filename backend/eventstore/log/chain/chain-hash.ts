// Computes the chain's hash (as es.log_pages does) from events alone, for verify and for holders of an export.
import { hash } from 'node:crypto'

export type ChainPage = { upto: number; events: number; digest: Buffer; marks: Buffer }

/** An event's texts as stored. `epoch` is its time in seconds, with six decimals. */
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

export const chainPageSize = 100
const markLength = 8
const nothing = Buffer.alloc(0)

export function linkHash(previous: Buffer, digest: Buffer): Buffer {
  return hash('sha256', Buffer.concat([previous, digest]), 'buffer')
}

export class ChainHash {
  readonly #closed: (page: ChainPage) => void
  #link: Buffer = nothing
  #upto = chainPageSize
  #hashes: string[] = []

  constructor(closed: (page: ChainPage) => void = () => undefined) {
    this.#closed = closed
  }

  add({ pos, stream, version, type, schema, epoch, data, meta }: ChainedEvent): void {
    while (pos > this.#upto) this.#close()
    const text = `${pos} ${stream} ${version} ${type} ${schema} ${epoch} ${data}\n${meta}`
    this.#hashes.push(hash('sha256', text))
  }

  get whole(): Buffer {
    return this.#hashes.length === 0 ? this.#link : linkHash(this.#link, this.#page().digest)
  }

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

export function epochText(time: Date, microseconds: string): string {
  return `${Math.floor(Number(time) / 1000)}.${microseconds}`
}
