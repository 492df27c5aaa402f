import type pg from 'pg'
import {
  ChainHash,
  type ChainPage,
  chainPageSize,
  epochText,
  linkHash,
} from '#backend/eventstore/log/chain/chain-hash.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { Tally } from './finding.ts'

export type NotedHash = { position: number; hash: string }
/** `microseconds` are the six decimals of its time. */
export type WalkedEvent = StoredEvent & { microseconds: string }

export class HashedLog {
  readonly pages: ChainPage[] = []
  readonly noted: NotedHash | null
  notedHash: string | undefined
  readonly #hash = new ChainHash((page) => this.pages.push(page))
  #position = 0

  constructor(noted: NotedHash | null) {
    this.noted = noted
  }

  get head(): NotedHash {
    return { position: this.#position, hash: this.#hash.whole.toString('hex') }
  }

  add(event: WalkedEvent, type: string): void {
    const { pos, stream_id: stream, version, schema_version: schema, data, meta } = event
    if (this.noted && pos > this.noted.position) this.notedHash ??= this.head.hash
    const epoch = epochText(event.at, event.microseconds)
    this.#hash.add({ pos, version, data, meta, stream, schema, type, epoch })
    this.#position = pos
  }

  end(): void {
    if (this.noted && this.#position >= this.noted.position) this.notedHash ??= this.head.hash
    this.#hash.end()
  }
}

const pagesAtOnce = 500

type Link = { upto: number; hash: Buffer; marks: Buffer }

export async function findLinked(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ linked: number }>(
    'select greatest((select max(upto) from es.chain), (select upto from es.chain_head), 0) as linked',
  )
  return rows[0]?.linked ?? 0
}

/**
 * Compares each page with its link, and the log with a noted hash. Judges each link by the previous stored one, so that
 * one changed page is one fault.
 */
export async function verifyChain(client: pg.ClientBase, log: HashedLog, linked: number, tally: Tally): Promise<void> {
  const chained = log.pages.filter(({ upto }) => upto <= linked)
  let stored: Buffer = Buffer.alloc(0)
  for (let at = 0; at < chained.length; at += pagesAtOnce) {
    const pages = chained.slice(at, at + pagesAtOnce)
    const { rows } = await client.query<Link>('select upto, hash, marks from es.chain where upto between $1 and $2', [
      pages[0]?.upto,
      pages.at(-1)?.upto,
    ])
    const links = new Map(rows.map((link) => [Number(link.upto), link]))
    for (const page of pages) stored = judge(tally, page, links.get(page.upto), stored)
  }
  const { position } = log.head
  if (linked > position)
    tally.add(linked, `cadena: llega hasta la posición ${linked}, y el registro termina en ${position}`)
  await verifyChainAge(client, tally)
  checkNoted(tally, log)
}

function checkNoted(tally: Tally, { noted, notedHash, head }: HashedLog): void {
  if (!noted) return
  const { position } = noted
  if (position > head.position)
    tally.add(
      position,
      `cadena: se anotó una suma de la posición ${position}, y el registro termina en ${head.position}`,
    )
  else if (notedHash !== noted.hash)
    tally.add(position, `cadena: el registro hasta la posición ${position} no es el que se anotó`)
}

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

type Age = { linked: number; head: number; remade: number | null; at: Date | null; due: number | null }

/**
 * Late or missing links mean that the chain was remade, or that no worker ran for days. Uses the times of accepted
 * commands, which are not in the log. A page is due once commands were accepted a day after it was full, and another day
 * has passed: workers may stop for a day, and shops for months.
 */
async function verifyChainAge(client: pg.ClientBase, tally: Tally): Promise<void> {
  const { rows } = await client.query<Age>(`
    with days as (select min(pos) as first, min(at) as began from es.commands group by date_trunc('day', at)),
      due as (select d.first, min(later.began) + interval '1 day' as at from days d
        join days later on later.began >= d.began + interval '1 day' group by d.first),
      remade as (select max(c.upto) as upto, min(c.at) as at from es.chain c where exists (select from due where c.upto <= due.first and c.at > due.at))
    select coalesce((select max(upto) from es.chain), 0) as linked, coalesce((select upto from es.chain_head), 0) as head,
      remade.upto as remade, remade.at, (select max(first) / 100 * 100 from due where at < clock_timestamp()) as due from remade`)
  const [{ linked, head, remade, at, due } = { linked: 0, head: 0, remade: null, at: null, due: null }] = rows
  if (head < linked)
    tally.add(head, `cadena: hay eslabones hasta la posición ${linked}, y dice que termina en la ${head}`)
  if (remade !== null)
    tally.add(
      remade,
      `cadena: los eslabones hasta la posición ${remade} se hicieron el ${at?.toISOString()}, más de un día después que lo que les sigue: los de antes faltan, o nadie encadenaba`,
    )
  if (due !== null && due > Math.max(linked, head))
    tally.add(
      due,
      `cadena: termina en la posición ${linked}, y la ${due} se completó más de un día antes que lo que le sigue: faltan eslabones, o nadie encadena`,
    )
}
