// Compares the log page by page with its chain of hashes, and with a noted hash.
import type pg from 'pg'
import {
  ChainHash,
  type ChainPage,
  chainPageSize,
  epochText,
  linkHash,
} from '#backend/eventstore/log/chain/chain-hash.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { Tally } from './finding.ts'
import { refusedBy } from './one-moment.ts'
import { verifyChainAge } from './verify-chain-age.ts'

/** A hash of the log up to a position, noted by an operator. */
export type NotedHash = { position: number; hash: string }
export type ChainVerdict = {
  tally: Tally
  head: NotedHash
  linked: number
}

/** `microseconds` are the six decimals of its time. */
export type WalkedEvent = StoredEvent & { microseconds: string }

const pagesAtOnce = 500

type Link = { upto: number; hash: Buffer; marks: Buffer }

/**
 * Compares each page with its link, and the log with a noted hash. Judges each link by the previous stored one, so that
 * one changed page is one fault.
 */
export class ChainCheck {
  readonly #client: pg.ClientBase
  readonly #noted: NotedHash | null
  readonly #tally = new Tally('chain')
  readonly #hash = new ChainHash((page) => this.#pages.push(page))
  #pages: ChainPage[] = []
  #types: Readonly<Record<number, string>> | undefined
  #linked = 0
  #head = 0
  #stored: Buffer = Buffer.alloc(0)
  #notedHash: string | undefined
  #failure: { error: unknown } | undefined

  /** `client` is its own, in the walk's snapshot. */
  constructor(client: pg.ClientBase, noted: NotedHash | null) {
    this.#client = client
    this.#noted = noted
  }

  /** Never throws: `end` reports database errors. */
  async take(events: readonly WalkedEvent[]): Promise<void> {
    await this.#attempt(async (types) => {
      for (const event of events) this.#add(event, types[event.type] ?? `#${event.type}`)
      if (this.#pages.length >= pagesAtOnce) await this.#judgePages()
    })
  }

  async end(): Promise<ChainVerdict> {
    await this.#attempt(async () => {
      const whole = this.#hash.whole.toString('hex')
      const noted = this.#noted
      if (noted && this.#head >= noted.position) this.#notedHash ??= whole
      this.#hash.end()
      await this.#judgePages()
      const [linked, head] = [this.#linked, this.#head]
      if (linked > head)
        this.#tally.add(linked, `cadena: llega hasta la posición ${linked}, y el registro termina en ${head}`)
      await verifyChainAge(this.#client, this.#tally)
      if (noted) this.#checkNoted(noted)
    })
    if (this.#failure)
      return { tally: refusedBy('chain', this.#failure.error), head: { position: 0, hash: '' }, linked: 0 }
    const head = { position: this.#head, hash: this.#hash.whole.toString('hex') }
    return { tally: this.#tally, head, linked: this.#linked }
  }

  async #attempt(work: (types: Readonly<Record<number, string>>) => Promise<void>): Promise<void> {
    if (this.#failure) return
    try {
      this.#types ??= await this.#begin()
      await work(this.#types)
    } catch (error) {
      this.#failure = { error }
    }
  }

  async #begin(): Promise<Readonly<Record<number, string>>> {
    const { rows } = await this.#client.query<{ types: Record<number, string>; linked: number }>(
      `select coalesce(json_object_agg(id, name), '{}') as types,
         greatest((select max(upto) from es.chain), (select upto from es.chain_head), 0) as linked from es.event_types`,
    )
    this.#linked = Number(rows[0]?.linked)
    return rows[0]?.types ?? {}
  }

  #add(event: WalkedEvent, type: string): void {
    const { pos, stream_id: stream, version, schema_version: schema, data, meta } = event
    const noted = this.#noted?.position
    if (noted !== undefined && pos > noted && this.#head <= noted) this.#notedHash ??= this.#hash.whole.toString('hex')
    const epoch = epochText(event.at, event.microseconds)
    this.#hash.add({ pos, version, data, meta, stream, schema, type, epoch })
    this.#head = pos
  }

  async #judgePages(): Promise<void> {
    const pages = this.#pages.filter(({ upto }) => upto <= this.#linked)
    this.#pages = []
    if (pages.length === 0) return
    const { rows } = await this.#client.query<Link>(
      'select upto, hash, marks from es.chain where upto > $1 and upto <= $2',
      [(pages[0]?.upto ?? 0) - chainPageSize, pages.at(-1)?.upto],
    )
    const links = new Map(rows.map((link) => [Number(link.upto), link]))
    for (const page of pages) this.#stored = judge(this.#tally, page, links.get(page.upto), this.#stored)
  }

  #checkNoted({ position, hash: noted }: NotedHash): void {
    const short = `cadena: se anotó una suma de la posición ${position}, y el registro termina en ${this.#head}`
    if (position > this.#head) this.#tally.add(position, short)
    else if (this.#notedHash !== noted)
      this.#tally.add(position, `cadena: el registro hasta la posición ${position} no es el que se anotó`)
  }
}

/** Returns the hash for judging the next link. */
function judge(tally: Tally, page: ChainPage, link: Link | undefined, previous: Buffer): Buffer {
  const { upto, events, marks } = page
  tally.looked += events
  const right = linkHash(previous, page.digest)
  if (!link) {
    tally.add(upto, `cadena: falta el eslabón de las posiciones ${upto - chainPageSize + 1} a ${upto}`)
    return right
  }
  if (link.hash.equals(right) && link.marks.equals(marks)) return right
  if (events < chainPageSize) {
    const gone = `de las posiciones ${upto - chainPageSize + 1} a ${upto} faltan ${chainPageSize - events} eventos que se encadenaron`
    tally.add(upto, `cadena: ${gone}`)
  } else if (link.hash.equals(right)) {
    tally.add(upto, `cadena: las marcas del eslabón de la posición ${upto} no son las de sus eventos`)
  } else if (link.marks.equals(marks)) {
    tally.add(upto, `cadena: el eslabón de la posición ${upto} no es el que sigue al anterior`)
  } else {
    for (let nth = 0; nth < chainPageSize; nth++) {
      const position = upto - chainPageSize + 1 + nth
      const [now, then] = [marks, link.marks].map((all) => all.subarray(4 * nth, 4 * nth + 4))
      if (now && then && !now.equals(then))
        tally.add(position, `cadena: el evento ${position} no es el que se encadenó`)
    }
  }
  return link.hash
}
