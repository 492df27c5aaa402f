// Extends the chain of hashes over the log, outside the appends (docs/decisions/008-chain-and-verify.md).
import type pg from 'pg'

const pagesAtOnce = 200
const everyMs = 60_000

/** Links every full page; returns how many. Safe beside other processes: one links, the others return. */
export async function extendChain(on: Pick<pg.Pool | pg.ClientBase, 'query'>): Promise<number> {
  for (let linked = 0; ; ) {
    const { rows } = await on.query<{ pages: number }>('select es.extend_chain($1) as pages', [pagesAtOnce])
    const pages = rows[0]?.pages ?? 0
    linked += pages
    if (pages < pagesAtOnce) return linked
  }
}

/** Extends the chain now and every minute; returns a function to stop. `report` receives errors. */
export function keepChain(pool: pg.Pool, report: (error: unknown) => void): () => void {
  const extend = () => void extendChain(pool).catch(report)
  extend()
  const timer = setInterval(extend, everyMs)
  return () => clearInterval(timer)
}

export async function readChainHead(pool: pg.Pool): Promise<{ position: number; hash: string } | undefined> {
  const { rows } = await pool.query<{ position: number; hash: string }>(
    "select upto as position, encode(hash, 'hex') as hash from es.chain_head",
  )
  return rows[0]
}
