// Exchanges an older log's coarse index of actors and requests for the finer one, table by table, beside appends and
// readers.
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { withShortLock } from './short-locks.ts'

const finer = `brin (pos, (meta ->> 'correlation') text_bloom_ops (n_distinct_per_range = 1000), (meta ->> 'actor') text_bloom_ops (n_distinct_per_range = 250))
  with (pages_per_range = 32, autosummarize = on)`
const everyMs = 3_600_000

/**
 * Replaces each coarse index with the finer one; returns the tables. Builds and drops concurrently, so nobody waits.
 * Skips if another process is at work, and starts over after one that died. `owner` is a pool with the owner's rights
 * and no limits; `signal` stops the work and gives the error.
 */
export async function refineLookups(owner: pg.Pool, signal: AbortSignal): Promise<string[]> {
  const found = await readLookups(owner)
  if (found.every(({ state }) => state === 'fine')) return []
  const session = await owner.connect()
  try {
    const { rows } = await session.query<{ pid: number; mine: boolean }>(
      'select pg_backend_pid() as pid, pg_try_advisory_lock($1) as mine',
      [locks.refining],
    )
    if (!rows[0]?.mine) return []
    const cancel = () => void owner.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await refineAll(owner, session, signal)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  } finally {
    session.release(true) // the lock goes with it
  }
}

export function keepLookupsFine(owner: pg.Pool, report: (error: unknown) => void): () => Promise<void> {
  const stop = new AbortController()
  let under = Promise.resolve()
  const refine = () => {
    under = under
      .then(() => refineLookups(owner, stop.signal))
      .then(
        () => undefined,
        (error: unknown) => {
          if (!stop.signal.aborted) report(error)
        },
      )
  }
  refine()
  const timer = setInterval(refine, everyMs)
  return () => {
    clearInterval(timer)
    stop.abort()
    return under
  }
}

async function refineAll(owner: pg.Pool, session: pg.PoolClient, signal: AbortSignal): Promise<string[]> {
  const found = await readLookups(session)
  for (const { index, state } of found)
    if (state === 'left') await session.query(`drop index concurrently if exists es.${index}`)
  const refined: string[] = []
  for (const { table, state } of found) {
    if (state !== 'coarse') continue
    signal.throwIfAborted()
    await session.query(`create index concurrently ${table}_lookup_next on es.${table} using ${finer}`)
    await withShortLock(
      owner,
      { signal, waitsFor: () => undefined },
      `alter index es.${table}_lookup rename to ${table}_lookup_former;
       alter index es.${table}_lookup_next rename to ${table}_lookup`,
    )
    await session.query(`drop index concurrently es.${table}_lookup_former`)
    refined.push(table)
  }
  return refined
}

type Lookup = { table: string; index: string; state: 'fine' | 'coarse' | 'left' }

async function readLookups(on: Pick<pg.Pool | pg.ClientBase, 'query'>): Promise<Lookup[]> {
  const { rows } = await on.query<Lookup>(
    `select c.relname as table, x.relname as index,
       case when x.relname <> c.relname || '_lookup' then 'left' when i.indnatts = 3 then 'fine' else 'coarse' end as state
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
     where c.relnamespace = 'es'::regnamespace and c.relkind = 'r' and c.relname ~ '^events(__[0-9]+)?$'
       and x.relname ~ '_lookup(_next|_former)?$' order by c.relname, x.relname`,
  )
  return rows
}
