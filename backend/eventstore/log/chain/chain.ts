// The chain of hashes over the log, extended beside the appends and never by them (docs/decisions/008-chain-and-verify.md).
import type pg from 'pg'

/** Pages of 100 events linked in one transaction: a tenth of a second's work. */
const pagesAtOnce = 200
/** In milliseconds. */
const everyMs = 60_000

/** Links every full page of the log that is not linked yet; returns how many. Safe beside other processes: one links, the others return. */
export async function extendChain(on: Pick<pg.Pool | pg.ClientBase, 'query'>): Promise<number> {
  for (let linked = 0; ; ) {
    const { rows } = await on.query<{ pages: number }>('select es.extend_chain($1) as pages', [pagesAtOnce])
    const pages = rows[0]?.pages ?? 0
    linked += pages
    if (pages < pagesAtOnce) return linked
  }
}

/** Links what was appended, now and every minute; returns what ends it. report: told of what goes wrong. */
export function keepChain(pool: pg.Pool, report: (error: unknown) => void): () => void {
  const extend = () => void extendChain(pool).catch(report)
  extend()
  const timer = setInterval(extend, everyMs)
  return () => clearInterval(timer)
}

/** The end of the chain, by which verify later knows the log up to there; undefined while nothing is linked. */
export async function readChainHead(pool: pg.Pool): Promise<{ position: number; hash: string } | undefined> {
  const { rows } = await pool.query<{ position: number; hash: string }>(
    "select upto as position, encode(hash, 'hex') as hash from es.chain_head",
  )
  return rows[0]
}
