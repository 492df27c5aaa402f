// One drill: a shop under load on a database cluster whose leader fails again and again.
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { withConnection } from '#backend/db/database.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { migrate } from '#backend/db/migrate.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { type Borne, underLoad } from '#scripts/fault-injection/rolling/under-load.ts'
import type { Buyers, Rates } from '#scripts/load/buyers.ts'
import type { Call } from '#scripts/load/crowd.ts'
import { startHaproxy } from '#scripts/testing/haproxy.ts'
import { DatabaseCluster, patroniPort, postgresPort } from './database-cluster.ts'
import { addressOf, cutOff, gateway, heal, killAll, nodes } from './network.ts'

const faults = ['kill', 'cut', 'restart'] as const
type Fault = (typeof faults)[number]

/** `pausesMs`: of each round, from the fault until the first change acknowledged after the gap. */
type Drilled = Borne & { pausesMs: number[] }

const wholeWithin = 180_000
const quietMs = 3000
const writesWithin = 90_000
const buyers = 40

type Drill = {
  rounds: number
  rates: Rates
  keepsLogs: boolean
  tell: (line: string) => void
}

export async function drill({ rounds, rates, keepsLogs, tell }: Drill, opened: AsyncDisposableStack): Promise<Drilled> {
  opened.defer(async () => tell('all is closed'))
  const begun = DatabaseCluster.start(tmpdir())
  // Registered first, so that a cluster that never became healthy is closed too.
  opened.defer(async () => (await begun.catch(() => undefined))?.remove(keepsLogs))
  const cluster = await begun
  tell('the cluster of databases is whole')
  await makeShop(cluster)
  const pausesMs: number[] = []
  const borne = await underLoad(await loadOn(cluster, rates), opened, async ({ crowd }) => {
    tell('three processes serve')
    for (let nth = 0; nth < rounds; nth++) {
      await sleep(quietMs)
      const [fault, before] = [faults[nth % faults.length] as Fault, crowd.failed.length]
      const pauseMs = await strike(cluster, crowd, fault)
      pausesMs.push(pauseMs)
      const paused = `${fault}: ${(pauseMs / 1000).toFixed(1)} s without writes`
      tell(`${nth + 1} of ${rounds}: ${paused}, ${lineOf(crowd.failed.slice(before))}`)
    }
    await sleep(quietMs)
  })
  return { ...borne, pausesMs }
}

function lineOf(failed: readonly Call[]): string {
  const reads = failed.filter(({ kind }) => kind === 'read')
  const [first] = reads
  const such = first ? ` (such as ${first.path} ${first.status} ${first.text.slice(0, 120)})` : ''
  return `${reads.length} failed reads${such}, ${failed.length - reads.length} changes and reads of one's own refused`
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
  const leader = await leaderOf(cluster)
  const urlOf = (name: string) =>
    `postgresql://postgres:${cluster.password}@${addressOf(leader)}:${postgresPort}/${name}`
  await withConnection(urlOf('postgres'), (client) => client.query('create database gamertech'))
  await migrate(urlOf('gamertech'))
  await openShop(urlOf('gamertech'))
}

/** Injects the fault, waits until changes are acknowledged again, and repairs the cluster. Returns the pause. */
async function strike(cluster: DatabaseCluster, crowd: Buyers, fault: Fault): Promise<number> {
  const leader = await leaderOf(cluster)
  const at = performance.now()
  const ending = { kill: killAll, cut: cutOff, restart: (nth: number) => cluster.end(nth) }[fault](leader)
  const pauseMs = await longestPause(cluster, crowd, leader, at)
  await ending
  if (fault === 'cut') await heal(leader)
  else cluster.launch(leader)
  await cluster.whole(wholeWithin)
  return pauseMs
}

async function leaderOf(cluster: DatabaseCluster): Promise<number> {
  const leader = await cluster.leader()
  if (leader === undefined) throw new Error(`nobody leads from ${gateway}`)
  return leader
}

/** Longest pause between two acknowledged changes, from the fault until a new leader accepts changes. */
async function longestPause(cluster: DatabaseCluster, crowd: Buyers, leader: number, at: number): Promise<number> {
  let another: number | undefined
  for (; performance.now() - at < writesWithin; await sleep(100)) {
    another ??= (await cluster.leader(leader)) === undefined ? undefined : performance.now()
    const since = another
    if (since !== undefined && crowd.additions.some(({ until }) => until > since)) break
  }
  const times = crowd.additions.map(({ until }) => until).filter((time) => time > at)
  if (times.length === 0) throw new Error(`no change was acknowledged in ${writesWithin / 1000} s`)
  return [at, ...times].reduce((longest, time, nth, all) => Math.max(longest, (all[nth + 1] ?? time) - time), 0)
}
