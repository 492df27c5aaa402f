// One run: the next release is deployed beside this one, replaces it, and is rolled back.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { startBalancer } from '#scripts/testing/balancer.ts'
import { startHaproxy } from '#scripts/testing/haproxy.ts'
import type { Fleet } from './fleet.ts'
import { makeNextRelease, raised } from './next-release.ts'
import { type Borne, type Load, restMs, underLoad } from './under-load.ts'

const root = join(import.meta.dirname, '../../..')

export type ReleaseChange = Pick<Load, 'rates'> & {
  rounds: number
  balancer: 'own' | 'haproxy'
}
/** `takenOverMs`: milliseconds from a process's end until another fed everything. */
export type Changed = Borne & { takenOverMs: number[] }
type Release = 'before' | 'next'
type Place = { owner: pg.Pool; fleet: Fleet; takenOverMs: number[] }

const roundSeconds = 30
/** Accounts may check out twenty times in ten minutes. */
const ordersPerBuyer = 18
const fewestBuyers = 10
/** Timeout for the read model's expected state, in milliseconds. */
const patienceMs = 30_000
const processes = { before: 0, next: 1 }
const versions = { before: raised.from, next: raised.to }

/** `opened`: closes all that this opens. */
export async function changeRelease(
  databaseUrl: string,
  { rounds, rates, balancer }: ReleaseChange,
  opened: AsyncDisposableStack,
  tell: (line: string) => void = () => undefined,
): Promise<Changed> {
  const { folder, remove } = await makeNextRelease()
  opened.defer(remove)
  await openShop(databaseUrl)
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'rolling' })
  opened.defer(() => owner.end())
  const members = [{ role: 'both' as const }, { role: 'both' as const, release: folder, isLate: true }]
  const buyers = Math.max(fewestBuyers, Math.ceil((rounds * roundSeconds * rates.orders) / ordersPerBuyer))
  const takenOverMs: number[] = []
  const load = { databaseUrl, members, rates, buyers, balance: balancers[balancer] }
  const borne = await underLoad(load, opened, async ({ fleet }) => {
    const place = { owner, fleet, takenOverMs }
    for (let round = 1; round <= rounds; round++) {
      // A rolled back release doesn't return by itself.
      await replace(place, { by: 'next', of: 'before' }, round > 1 && { databaseUrl, folder })
      await columnIsShown(owner)
      tell(`forward ${round} of ${rounds} times`)
      await replace(place, { by: 'before', of: 'next' }, { databaseUrl, folder: root })
      tell(`back ${round} of ${rounds} times`)
    }
  })
  return { ...borne, takenOverMs }
}

const balancers: Record<ReleaseChange['balancer'], Load['balance']> = {
  own: (bind, ports) => startBalancer(Number(bind.split(':')[1]), ports),
  haproxy(bind, ports) {
    // The configuration names three shops; absent ones are down.
    const shops = [0, 1, 2].map((nth) => [`SHOP_${nth + 1}`, `127.0.0.1:${ports[nth] ?? 9}`])
    return startHaproxy(['shop.cfg'], { SHOP_BIND: bind, ...Object.fromEntries(shops) }, bind)
  },
}

/** Both releases feed their own rows; then one is shown and the other ends. `turn`: an operator switches the view. */
async function replace(
  { owner, fleet, takenOverMs }: Place,
  { by, of }: Record<'by' | 'of', Release>,
  turn: false | { databaseUrl: string; folder: string },
): Promise<void> {
  await fleet.begin(processes[by])
  await bothAreFed(owner)
  if (turn) await rollBack(turn)
  const states = [await stateOf(owner, by), await stateOf(owner, of)]
  if (states.join() !== 'live,kept') throw new Error(`${raised.name} of ${by} and ${of}: ${states.join()}`)
  await bothAreFed(owner)
  await sleep(restMs)
  await fleet.end(processes[of])
  const since = performance.now()
  await allIsFed(owner)
  takenOverMs.push(performance.now() - since)
}

/** Waits until one leader feeds everything that is shown. */
function allIsFed(owner: pg.Pool): Promise<void> {
  return until(
    owner,
    'one process feeds everything',
    `select from es.subscriptions s left join pg_locks l on ${heldLocks('l', locks.leading)} and l.objid::bigint = s.leader
     where s.state = 'live' having count(distinct l.pid) = 1 and count(l.pid) = count(*)`,
  )
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
  for (const since = performance.now(); (await owner.query(sql, values)).rowCount === 0; await sleep(10))
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
