// Whether the log is the one that was linked to the chain of hashes, page by page, and the one whose hash was noted elsewhere.
import { hash } from 'node:crypto'
import type pg from 'pg'
import { Tally } from './finding.ts'

/** A hash of the log up to a position, as an operator notes it. */
export type NotedHash = { position: number; hash: string }
export type ChainVerdict = {
  tally: Tally
  /** Of the whole log as it is. */
  head: NotedHash
  /** Up to here the log is linked. */
  linked: number
}

const pageSize = 100
/** Events whose digests are asked for at once. */
const stretch = 50_000

type Page = {
  upto: number
  events: number
  digest: Buffer
  marks: Buffer
  linkHash: Buffer | null
  linkMarks: Buffer | null
}

/** The hash of the log up to the end of a page: of the hash up to the page before, and the page's digest. */
export function linkHash(previous: Buffer, digest: Buffer): Buffer {
  return hash('sha256', Buffer.concat([previous, digest]), 'buffer')
}

/**
 * Compares each page with its link, and a noted hash with the log up to its position. Each link is judged by the one before it as it is
 * stored, so that one changed page is told as one.
 */
export async function verifyChain(
  client: pg.ClientBase,
  noted: NotedHash | null,
  signal: AbortSignal,
): Promise<ChainVerdict> {
  const ends = await client.query<{ head: number; linked: number }>(
    'select (select coalesce(max(pos), 0) from es.events) as head, (select coalesce(max(upto), 0) from es.chain) as linked',
  )
  const { head = 0, linked = 0 } = ends.rows[0] ?? {}
  const tally = new Tally('chain')
  let whole: Buffer = Buffer.alloc(0)
  let stored: Buffer = Buffer.alloc(0)
  let notedHash: string | undefined
  for (let from = 0; from < head; from += stretch) {
    signal.throwIfAborted()
    for (const page of await readPages(client, from, Math.min(from + stretch, head))) {
      if (noted && noted.position < page.upto && noted.position > page.upto - pageSize)
        notedHash = await hashWithin(client, whole, page.upto - pageSize, noted.position)
      whole = linkHash(whole, page.digest)
      if (noted?.position === page.upto) notedHash = whole.toString('hex')
      if (page.upto <= linked) stored = judge(tally, page, stored)
    }
  }
  if (linked > head) tally.add(linked, `cadena: llega hasta la posición ${linked}, y el registro termina en ${head}`)
  if (noted) checkNoted(tally, noted, { notedHash, head })
  return { tally, head: { position: head, hash: whole.toString('hex') }, linked }
}

async function readPages(client: pg.ClientBase, from: number, to: number): Promise<Page[]> {
  const { rows } = await client.query<Page>(
    `select p.upto, p.events, coalesce(p.digest, '') as digest, coalesce(p.marks, '') as marks, c.hash as "linkHash", c.marks as "linkMarks"
     from es.log_pages($1, $2) p left join es.chain c on c.upto = p.upto order by p.upto`,
    [from, to],
  )
  return rows
}

async function hashWithin(client: pg.ClientBase, previous: Buffer, from: number, to: number): Promise<string> {
  const [page] = await readPages(client, from, to)
  return linkHash(previous, page?.digest ?? Buffer.alloc(0)).toString('hex')
}

/** Returns the hash that the next link is judged by. */
function judge(tally: Tally, page: Page, previous: Buffer): Buffer {
  const { upto, events, marks } = page
  tally.looked += events
  const right = linkHash(previous, page.digest)
  if (!page.linkHash || !page.linkMarks) {
    tally.add(upto, `cadena: falta el eslabón de las posiciones ${upto - pageSize + 1} a ${upto}`)
    return right
  }
  if (page.linkHash.equals(right) && page.linkMarks.equals(marks)) return right
  if (events < pageSize) {
    const gone = `de las posiciones ${upto - pageSize + 1} a ${upto} faltan ${pageSize - events} eventos que se encadenaron`
    tally.add(upto, `cadena: ${gone}`)
  } else if (page.linkHash.equals(right)) {
    tally.add(upto, `cadena: las marcas del eslabón de la posición ${upto} no son las de sus eventos`)
  } else if (page.linkMarks.equals(marks)) {
    tally.add(upto, `cadena: el eslabón de la posición ${upto} no es el que sigue al anterior`)
  } else {
    for (let nth = 0; nth < pageSize; nth++) {
      const position = upto - pageSize + 1 + nth
      const [now, then] = [marks, page.linkMarks].map((all) => all.subarray(4 * nth, 4 * nth + 4))
      if (now && then && !now.equals(then))
        tally.add(position, `cadena: el evento ${position} no es el que se encadenó`)
    }
  }
  return page.linkHash
}

function checkNoted(
  tally: Tally,
  { position, hash: noted }: NotedHash,
  { notedHash, head }: { notedHash: string | undefined; head: number },
): void {
  if (position > head)
    tally.add(position, `cadena: se anotó una suma de la posición ${position}, y el registro termina en ${head}`)
  else if (notedHash !== noted)
    tally.add(position, `cadena: el registro hasta la posición ${position} no es el que se anotó`)
}
