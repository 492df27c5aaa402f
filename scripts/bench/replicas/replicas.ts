// npm run bench -- replicas [--reads=N]: load that a standby takes off the primary. Two shops on one primary answer
// the same reads in turns, one with the standby's address. Reports CPU time and transactions of the primary without
// its idle load.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as PgClient } from 'pg'
import { createPool } from '#backend/db/database.ts'
import { type Core, openCore } from '#backend/shop.ts'
import { fillLog } from '#scripts/bench/growth/fill-log.ts'
import { type Happening, history, openOrders, products } from '#scripts/bench/growth/history.ts'
import { drain, type Finding, showSpread, spread, tell } from '#scripts/bench/measure.ts'
import { serveInChild, shopSecrets } from '#scripts/bench/served/served.ts'
import { type Client, clientOf } from '#scripts/testing/client.ts'
import { type ServerOfCluster, startReplicatedCluster } from '#scripts/testing/replicated-cluster.ts'

const orders = 2000
const people = 100
const callers = 8
const rounds = 4
const idleMs = 5000
/** Maximum share of the primary's CPU time. Sessions remain, since they are never read from a standby. */
const aim = 0.7

type Cost = { cpuSeconds: number; transactions: number; seconds: number }
type Person = { id: number; client: Client }
/** The same people in both shops. */
type Crowds = Record<'alone' | 'helped', readonly Person[]>

/** `reads`: per shop and turn. */
export async function run(reads: number): Promise<Finding[]> {
  await using opened = new AsyncDisposableStack()
  const { primary, replicas, remove } = await startReplicatedCluster(1)
  opened.defer(remove)
  const core = await openCore({ databaseUrl: primary.url, ...shopSecrets })
  opened.defer(() => core.close())
  const owner = createPool(primary.url, { as: 'owner', max: 1, name: 'bench', limits: false })
  await fillLog(core, owner, settledHistory())
  await owner.end()
  const crowdIn = async (readUrls: readonly string[], role: 'both' | 'web') => {
    const shop = await serveInChild({ kind: 'shop', databaseUrl: primary.url, readUrls, role })
    opened.defer(() => shop.stop())
    return enter(core, shop.url)
  }
  const alone = await crowdIn([], 'both')
  const helped = await crowdIn(
    replicas.map(({ url }) => url),
    'web',
  )
  return await measure(primary, { alone, helped }, reads)
}

/** Skips open orders, since jobs would ask a wallet about them. */
function* settledHistory(): Generator<Happening> {
  for (const happening of history(orders + openOrders)) {
    const { data } = happening.event
    if ('orderId' in data && (data.orderId ?? 0) > orders) return
    yield happening
  }
}

async function enter(core: Core, url: string): Promise<Person[]> {
  const sessions = Array.from({ length: people }, async (_, nth): Promise<Person> => {
    const client = clientOf(url)
    client.jar.set('sid', (await core.sessions.start({ userId: nth + 1, sessionEpoch: 0 })).id)
    return { id: nth + 1, client }
  })
  return Promise.all(sessions)
}

async function measure(primary: ServerOfCluster, { alone, helped }: Crowds, reads: number): Promise<Finding[]> {
  const runs: Record<keyof Crowds, Cost[]> = { alone: [], helped: [] }
  const counted = () => queriesOf((helped[0] as Person).client)
  let before = await counted()
  for (let round = 0; round <= rounds; round++) {
    const idle = await costOf(primary, () => sleep(idleMs))
    const turn = {
      alone: await askAll(primary, alone, reads, round),
      helped: await askAll(primary, helped, reads, round),
    }
    if (round === 0) before = await counted()
    if (round === 0) continue
    runs.alone.push(without(turn.alone, idle))
    runs.helped.push(without(turn.helped, idle))
  }
  const after = await counted()
  return tellCosts(runs, reads, (after.ofStandbys - before.ofStandbys) / (after.all - before.all))
}

function tellCosts({ alone, helped }: Record<keyof Crowds, Cost[]>, reads: number, share: number): Finding[] {
  const compared = (pick: (cost: Cost) => number, unit: string, digits: number) => {
    const of = (costs: readonly Cost[]) =>
      showSpread(spread(costs.map((cost) => (pick(cost) * 1000) / reads)), digits) + unit
    const ratio = spread(helped.map((cost, nth) => pick(cost) / pick(alone[nth] as Cost)))
    return { ratio, figure: `${of(helped)} a thousand reads, without it ${of(alone)}; ratio ${showSpread(ratio)}` }
  }
  const cpu = compared(({ cpuSeconds }) => cpuSeconds, ' s', 3)
  const transactions = compared((cost) => cost.transactions, '', 0)
  return [
    tell({
      goal: 'HA',
      what: `processor time of the primary with a standby that answers reads, ${reads} reads a turn`,
      figure: cpu.figure,
      aim: `ratio <= ${aim}`,
      isReached: cpu.ratio.median <= aim,
    }),
    tell({
      goal: 'HA',
      what: 'its transactions',
      figure: `${transactions.figure}; ${(share * 100).toFixed(1)} % of the queries of read models were the standby's`,
      aim: '',
      isReached: true,
    }),
  ]
}

/** The shop's own counts by server. */
async function queriesOf(client: Client): Promise<{ all: number; ofStandbys: number }> {
  const text = String((await client.get('/metrics')).body)
  const sum = (series: RegExp) => [...text.matchAll(series)].reduce((total, [, value]) => total + Number(value), 0)
  const all = sum(/^gamertech_page_reads_total\{[^}]*\} (\d+)/gm)
  return { all, ofStandbys: all - sum(/^gamertech_page_reads_total\{server="primary"\} (\d+)/gm) }
}

/** Rotates cart, orders, account, and scored reviews, for signed-in people. */
async function askAll(
  primary: ServerOfCluster,
  asking: readonly Person[],
  reads: number,
  round: number,
): Promise<Cost> {
  const items = Array.from({ length: reads }, (_, nth) => {
    const person = asking[Math.floor(nth / 4) % asking.length] as Person
    const product = 1 + ((nth * 7919) % products)
    const paths = [
      `/api/cart/${person.id}`,
      `/api/purchase/${person.id}`,
      `/api/users/${person.id}`,
      `/api/product/${product}/reviews?score=${1 + ((round + nth) % 5)}`,
    ]
    return { client: person.client, path: paths[nth % paths.length] ?? '' }
  })
  return costOf(primary, () =>
    drain(callers, items, async ({ client, path }) => {
      const { status, body } = await client.get(path)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    }),
  )
}

async function costOf(primary: ServerOfCluster, work: () => Promise<unknown>): Promise<Cost> {
  const transactions = await transactionsOf(primary)
  const [cpu, since] = [await primary.cpuSeconds(), performance.now()]
  await work()
  const [seconds, cpuAfter] = [(performance.now() - since) / 1000, await primary.cpuSeconds()]
  return { cpuSeconds: cpuAfter - cpu, transactions: (await transactionsOf(primary)) - transactions, seconds }
}

async function transactionsOf(primary: ServerOfCluster): Promise<number> {
  await sleep(1100)
  const client = new PgClient({ connectionString: primary.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}

function without({ cpuSeconds, transactions, seconds }: Cost, idle: Cost): Cost {
  const share = seconds / idle.seconds
  return {
    seconds,
    cpuSeconds: cpuSeconds - idle.cpuSeconds * share,
    transactions: transactions - idle.transactions * share,
  }
}
