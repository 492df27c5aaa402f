// One run: the next release is deployed beside this one, replaces it, and is rolled back.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { makeNextRelease, raised } from './next-release.ts'
import { type Borne, type Load, type Underway, underLoad } from './under-load.ts'

export type ReleaseChange = Omit<Load, 'seconds'> & {
  rounds: number
}
type Release = 'before' | 'next'

const roundSeconds = 30
/** Timeout for the read model's expected state, in milliseconds. */
const patienceMs = 30_000
const processes = { before: 0, next: 1 }
const versions = { before: raised.from, next: raised.to }

export async function changeRelease(
  databaseUrl: string,
  one: ReleaseChange,
  tell: (line: string) => void,
): Promise<Borne> {
  await using open = new AsyncDisposableStack()
  const { folder, remove } = await makeNextRelease()
  open.defer(remove)
  const folders = { before: join(import.meta.dirname, '../../..'), next: folder }
  const members = [{ role: 'both' as const }, { role: 'both' as const, release: folder, isLate: true }]
  return await underLoad(databaseUrl, members, { ...one, seconds: one.rounds * roundSeconds }, async (underway) => {
    for (let round = 1; round <= one.rounds; round++) {
      // A rolled back release doesn't return by itself.
      await replace(underway, { by: 'next', of: 'before' }, round > 1 && { databaseUrl, folder: folders.next })
      await columnIsShown(underway.owner)
      tell(`forward ${round} of ${one.rounds} times`)
      await replace(underway, { by: 'before', of: 'next' }, { databaseUrl, folder: folders.before })
      tell(`back ${round} of ${one.rounds} times`)
    }
  })
}

/** Both releases feed their own rows; then one is shown and the other ends. `turn`: an operator switches the view. */
async function replace(
  { owner, begin, end }: Underway,
  { by, of }: Record<'by' | 'of', Release>,
  turn: false | { databaseUrl: string; folder: string },
): Promise<void> {
  await begin(processes[by])
  await bothAreFed(owner)
  if (turn) await rollBack(turn)
  const states = [await stateOf(owner, by), await stateOf(owner, of)]
  if (states.join() !== 'live,kept') throw new Error(`${raised.name} of ${by} and ${of}: ${states.join()}`)
  await bothAreFed(owner)
  await end(processes[of])
}

async function stateOf(owner: pg.Pool, release: Release): Promise<string> {
  const { rows } = await owner.query<{ state: string }>(
    'select state from es.subscriptions where name = $1 and version = $2',
    [raised.name, versions[release]],
  )
  return rows.map(({ state }) => state).join(' and ')
}

/** Waits until both versions' rows are current while the log goes on. */
function bothAreFed(owner: pg.Pool): Promise<void> {
  return until(
    owner,
    'each release feeds its own rows',
    `select from (select coalesce(max(pos), 0) as pos from es.events) h
     where 2 = (select count(*) from es.subscriptions s where s.name = $1 and s.pos >= h.pos - 20 and s.updated_at > now() - interval '2 s')`,
    [raised.name],
  )
}

/** Waits until the new column is filled in all rows, including older carts. */
function columnIsShown(owner: pg.Pool): Promise<void> {
  return until(
    owner,
    'the column of the next release is filled',
    `select from rm.${raised.name} having count(*) > 0 and bool_and(units is not distinct from
       (select coalesce(sum((line->>'quantity')::int), 0) from jsonb_array_elements(lines) line))`,
  )
}

async function until(owner: pg.Pool, what: string, sql: string, values: unknown[] = []): Promise<void> {
  for (const since = performance.now(); (await owner.query(sql, values)).rowCount === 0; await sleep(20))
    if (performance.now() - since > patienceMs) throw new Error(`not in ${patienceMs / 1000} s: ${what}`)
}

/** Runs `npm run ops -- rollback` of the folder's release: its own rows are shown. */
async function rollBack({ databaseUrl, folder }: { databaseUrl: string; folder: string }): Promise<void> {
  const args = ['backend/ops/ops.ts', 'rollback', raised.name]
  const env = { DATABASE_URL: databaseUrl, DATA_KEY: Buffer.alloc(32, 6).toString('base64') }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>])
  if (status !== 0) throw new Error(`rollback ended with ${status}: ${said}`)
}
