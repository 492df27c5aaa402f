// One run: the next release is deployed beside this one, replaces it, and is rolled back.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool } from '#backend/db/database.ts'
import { heldLocks, locks } from '#backend/db/locks.ts'
import { runOpsProcess } from '#scripts/fault-injection/processes/ops-process.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { waitFor } from '#scripts/load/wait-for.ts'
import { startBalancer } from '#scripts/testing/balancer.ts'
import { startHaproxy } from '#scripts/testing/haproxy.ts'
import type { Fleet } from './fleet.ts'
import { makeNextRelease, raised } from './next-release.ts'
import { type Borne, type Load, restMs, underLoad } from './under-load.ts'

export type ReleaseChange = Pick<Load, 'rates'> & {
  rounds: number
  balancer: 'own' | 'haproxy'
}
/** `takenOverMs`: milliseconds from a process's end until another fed everything. */
export type Changed = Borne & { takenOverMs: number[] }
type Release = 'before' | 'next'
type Place = { databaseUrl: string; owner: pg.Pool; fleet: Fleet; folders: Record<Release, string> }

const roundSeconds = 30
/** Accounts may check out twenty times in ten minutes. */
const ordersPerBuyer = 18
const fewestBuyers = 10
const patienceMs = 30_000
const processes = { before: 0, next: 1 }
const versions = { before: raised.from, next: raised.to }

export async function changeRelease(
  databaseUrl: string,
  { rounds, rates, balancer }: ReleaseChange,
  opened: AsyncDisposableStack,
  tell: (line: string) => void = () => undefined,
): Promise<Changed> {
  const { folder, remove } = await makeNextRelease()
  opened.defer(remove)
  const folders = { before: join(import.meta.dirname, '../../..'), next: folder }
  await openShop(databaseUrl)
  const owner = createPool(databaseUrl, { as: 'owner', max: 2, name: 'rolling' })
  opened.defer(() => owner.end())
  const members = [{ role: 'both' as const }, { role: 'both' as const, release: folder }]
  const buyers = Math.max(fewestBuyers, Math.ceil((rounds * roundSeconds * rates.orders) / ordersPerBuyer))
  const takenOverMs: number[] = []
  const load = { databaseUrl, members, rates, buyers, balance: balancers[balancer] }
  const borne = await underLoad(load, opened, async ({ fleet }) => {
    const place = { databaseUrl, owner, fleet, folders }
    for (let round = 1; round <= rounds; round++) {
      // A rolled back release doesn't return by itself.
      takenOverMs.push(await replace(place, { by: 'next', of: 'before', isTurned: round > 1 }))
      await until(owner, 'the column of the next release is filled', columnIsShown)
      tell(`forward ${round} of ${rounds} times`)
      takenOverMs.push(await replace(place, { by: 'before', of: 'next', isTurned: true }))
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

/**
 * Both releases feed their own rows; then one is shown and the other ends. `isTurned`: an operator switches the view.
 * Returns the milliseconds until all is fed again.
 */
async function replace(
  { databaseUrl, owner, fleet, folders }: Place,
  { by, of, isTurned }: { by: Release; of: Release; isTurned: boolean },
): Promise<number> {
  await fleet.begin(processes[by])
  await until(owner, 'each release feeds its own rows', bothAreFed)
  if (isTurned) {
    const { code, err } = await runOpsProcess(databaseUrl, ['rollback', raised.name], { folder: folders[by] })
    if (code !== 0) throw new Error(`rollback ended with ${code}: ${err}`)
  }
  const states = [await stateOf(owner, by), await stateOf(owner, of)]
  if (states.join() !== 'live,kept') throw new Error(`${raised.name} of ${by} and ${of}: ${states.join()}`)
  await until(owner, 'each release feeds its own rows', bothAreFed)
  await sleep(restMs)
  await fleet.end(processes[of])
  const since = performance.now()
  await until(owner, 'one process feeds everything', allIsFed)
  return performance.now() - since
}

/** One leader feeds everything that is shown. */
const allIsFed = `
  select from es.subscriptions s left join pg_locks l on ${heldLocks('l', locks.leading)} and l.objid::bigint = s.leader
  where s.state = 'live' having count(distinct l.pid) = 1 and count(l.pid) = count(*)`

/** Both versions' rows are current while the log goes on. */
const bothAreFed = `
  select from (select coalesce(max(pos), 0) as pos from es.events) h
  where 2 = (select count(*) from es.subscriptions s
    where s.name = '${raised.name}' and s.pos >= h.pos - 20 and s.updated_at > now() - interval '2 s')`

const columnIsShown = `
  select from rm.${raised.name} having count(*) > 0 and bool_and(units is not distinct from
    (select coalesce(sum((line->>'quantity')::int), 0) from jsonb_array_elements(lines) line))`

function until(owner: pg.Pool, what: string, sql: string): Promise<void> {
  return waitFor(what, patienceMs, async () => (await owner.query(sql)).rowCount, 10)
}

async function stateOf(owner: pg.Pool, release: Release): Promise<string> {
  const { rows } = await owner.query<{ state: string }>(
    'select state from es.subscriptions where name = $1 and version = $2',
    [raised.name, versions[release]],
  )
  return rows.map(({ state }) => state).join(' and ')
}
