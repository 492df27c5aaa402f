// One drill: a shop under load on a database cluster whose leader fails again and again.
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { type Borne, underLoad } from '#scripts/fault-injection/rolling/under-load.ts'
import type { Buyers, Failed, Rates } from '#scripts/load/buyers.ts'
import { startHaproxy } from '#scripts/testing/haproxy.ts'
import { DatabaseCluster, nodeCount, patroniPort, postgresPort } from './database-cluster.ts'
import { addressOf, cutOff, gateway, heal, killAll } from './network.ts'

/** Faults of the leader: killed, isolated from the other nodes, restarted. */
const faults = ['kill', 'cut', 'restart'] as const
type Fault = (typeof faults)[number]

export type Round = {
  fault: Fault
  leader: number
  /** Milliseconds from the fault until the first change acknowledged after the gap. */
  withoutWritesMs: number
  failedReads: Failed[]
  refusedChanges: number
}
export type Drilled = Borne & { rounds: Round[] }

const wholeWithin = 180_000
const quietMs = 3000
const writesWithin = 90_000
const buyers = 40

const nodes = Array.from({ length: nodeCount }, (_, nth) => nth + 1)

export type Drill = {
  rounds: number
  rates: Rates
  keepsLogs: boolean
  tell: (line: string) => void
}

/** `opened`: closes all that this opens. */
export async function drill({ rounds, rates, keepsLogs, tell }: Drill, opened: AsyncDisposableStack): Promise<Drilled> {
  opened.defer(async () => tell('all is closed'))
  const begun = DatabaseCluster.start(tmpdir())
  // Registered first, so that a cluster that never became healthy is closed too.
  opened.defer(async () => (await begun.catch(() => undefined))?.remove(keepsLogs))
  const cluster = await begun
  tell('the cluster of databases is whole')
  await makeShop(cluster)
  const met: Round[] = []
  const borne = await underLoad(await loadOn(cluster, rates), opened, async ({ fleet, crowd }) => {
    opened.defer(() => fleet.stop().then(() => cluster.note('shops.log', fleet.log)))
    tell('three processes serve')
    for (let nth = 0; nth < rounds; nth++) {
      await sleep(quietMs)
      const round = await strike(cluster, crowd, faults[nth % faults.length] as Fault)
      met.push(round)
      tell(`${nth + 1} of ${rounds}: ${lineOf(round)}`)
    }
    await sleep(quietMs)
  })
  return { ...borne, rounds: met }
}

function lineOf({ fault, leader, withoutWritesMs, failedReads, refusedChanges }: Round): string {
  const seconds = (withoutWritesMs / 1000).toFixed(1)
  const [first] = failedReads
  const such = first ? ` (such as ${first.path} ${first.status} ${first.text.slice(0, 120)})` : ''
  return `${fault} of node ${leader}: ${seconds} s without writes, ${failedReads.length} failed reads${such}, ${refusedChanges} changes refused`
}

async function loadOn({ password }: DatabaseCluster, rates: Rates) {
  const database = `127.0.0.1:${await freePort()}`
  const servers = nodes.map((nth) => `postgresql://${addressOf(nth)}:${postgresPort}/gamertech`)
  return {
    databaseUrl: `postgresql://postgres:${password}@${database}/gamertech`,
    members: (['both', 'both', 'web'] as const).map((role) => ({ role })),
    rates,
    buyers,
    env: { DATABASE_READ_URLS: servers.join(',') },
    balance: (bind: string, shops: readonly number[]) =>
      startHaproxy(['shop.cfg', 'database.cfg'], environmentOf(bind, shops, database), database),
  }
}

function environmentOf(bind: string, shops: readonly number[], databaseBind: string): Record<string, string> {
  return {
    SHOP_BIND: bind,
    DATABASE_BIND: databaseBind,
    PATRONI_PORT: String(patroniPort),
    ...Object.fromEntries(
      nodes.flatMap((nth) => [
        [`SHOP_${nth}`, `127.0.0.1:${shops[nth - 1]}`],
        [`DATABASE_${nth}`, `${addressOf(nth)}:${postgresPort}`],
        [`PATRONI_${nth}`, addressOf(nth)],
      ]),
    ),
  }
}

/** Connects directly to the leader, since HAProxy may drop connections on an overloaded machine. */
async function makeShop(cluster: DatabaseCluster): Promise<void> {
  const leader = await cluster.leader()
  if (leader === undefined) throw new Error(`nobody leads from ${gateway}`)
  const urlOf = (name: string) =>
    `postgresql://postgres:${cluster.password}@${addressOf(leader)}:${postgresPort}/${name}`
  await withConnection(urlOf('postgres'), (client) => client.query('create database gamertech'))
  await migrate(urlOf('gamertech'))
  await openShop(urlOf('gamertech'))
}

/** Injects the fault, waits until changes are acknowledged again, and repairs the cluster. */
async function strike(cluster: DatabaseCluster, crowd: Buyers, fault: Fault): Promise<Round> {
  const leader = await cluster.leader()
  if (leader === undefined) throw new Error(`nobody leads from ${gateway}`)
  const reads = crowd.failedOf('read').length
  const changes = crowd.failedOf('change').length
  const at = performance.now()
  const ending = begin(cluster, fault, leader)
  const withoutWritesMs = await longestPause(cluster, crowd, leader, at)
  await ending
  if (fault === 'cut') await heal(leader, nodeCount)
  else cluster.launch(leader)
  await cluster.whole(wholeWithin)
  const failedReads = crowd.failedOf('read').slice(reads)
  const refusedChanges = crowd.failedOf('change').length - changes
  return { fault, leader, withoutWritesMs, failedReads, refusedChanges }
}

async function begin(cluster: DatabaseCluster, fault: Fault, leader: number): Promise<void> {
  if (fault === 'kill') await killAll(leader)
  else if (fault === 'cut') await cutOff(leader, nodeCount)
  else await cluster.end(leader)
}

/** Longest pause between two acknowledged changes, from the fault until a new leader accepts changes. */
async function longestPause(cluster: DatabaseCluster, crowd: Buyers, leader: number, at: number): Promise<number> {
  let another: number | undefined
  for (; performance.now() - at < writesWithin; await sleep(100)) {
    another ??= (await cluster.leader(leader)) === undefined ? undefined : performance.now()
    const since = another
    if (since !== undefined && crowd.additions.some((one) => one.at > since)) break
  }
  const times = crowd.additions.map((one) => one.at).filter((time) => time > at)
  if (times.length === 0) throw new Error(`no change was acknowledged in ${writesWithin / 1000} s`)
  return [at, ...times].reduce((longest, time, nth, all) => Math.max(longest, (all[nth + 1] ?? time) - time), 0)
}
