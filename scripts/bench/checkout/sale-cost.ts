// What sales cost: processor time by process, statements, transactions and bytes of the database's log. A busy machine changes none of
// them, where it halves a rate.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { countDueJobs } from '#backend/jobs/queue-state.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { quantile } from '#scripts/bench/measure.ts'
import type { Served } from '#scripts/bench/served/served.ts'
import { cpuSecondsOf } from '#scripts/testing/processor-time.ts'

/** Of one sale: milliseconds of processor time, statements that processes send, and what the database does. */
export type SaleCost = Record<
  | 'shop'
  | 'wallet'
  | 'mailbox'
  | 'postgres'
  | 'client'
  | 'statements'
  | 'ofWallet'
  | 'transactions'
  | 'flushes'
  | 'kilobytes',
  number
>

export type Measured = { ground: Ground; owner: pg.Pool; shop: Served; wallet: Served; mailbox: Served }

/** How long sessions keep to themselves what they did, in milliseconds. */
const tellingMs = 1100

/** How long nobody buys, for what is there without any sale: polling, heartbeats. */
const restMs = 3000

export type CostOf = (count: number, sell: () => Promise<unknown>) => Promise<SaleCost>

/**
 * Returns what measures the cost of each of so many sales that `sell` makes, with all that follows of them: rows of read models, jobs, receipts.
 * What the processes do while nobody buys is taken off.
 */
export async function openMeter(measured: Measured): Promise<CostOf> {
  await untilDone(measured.owner)
  const rest = await spentIn(measured, () => sleep(restMs))
  return async (count, sell) => {
    await untilDone(measured.owner)
    const spent = await spentIn(measured, async () => {
      await sell()
      await untilDone(measured.owner)
    })
    const share = spent.seconds / rest.seconds
    return mapCost(spent.cost, (total, name) => (total - rest.cost[name] * share) / count)
  }
}

async function spentIn(measured: Measured, work: () => Promise<unknown>) {
  const [before, since] = [await totals(measured), performance.now()]
  await work()
  const after = await totals(measured)
  const cost = mapCost(after, (total, name) => total - before[name])
  return { cost, seconds: (performance.now() - since) / 1000 }
}

export function medianCost(costs: readonly SaleCost[]): SaleCost {
  return mapCost(costs[0] as SaleCost, (_, name) =>
    quantile(
      costs.map((cost) => cost[name]),
      0.5,
    ),
  )
}

export function showCost(cost: SaleCost): string {
  const ms = (name: keyof SaleCost) => `${cost[name].toFixed(2)} ms`
  const all = cost.shop + cost.wallet + cost.mailbox + cost.postgres
  return [
    `CPU per sale ${all.toFixed(2)} ms: shop ${ms('shop')}, wallet ${ms('wallet')}, PostgreSQL ${ms('postgres')}, mailbox ${ms('mailbox')}; the client beside ${ms('client')}`,
    `statements: shop ${cost.statements.toFixed(1)}, wallet ${cost.ofWallet.toFixed(1)}`,
    `${cost.transactions.toFixed(1)} transactions, ${cost.flushes.toFixed(2)} flushes, ${cost.kilobytes.toFixed(1)} KB of log`,
  ].join('; ')
}

async function totals({ ground, owner, shop, wallet, mailbox }: Measured): Promise<SaleCost> {
  await sleep(tellingMs)
  const { user, system } = process.cpuUsage()
  const [ofShop, ofWallet, ofMailbox, postgres] = await Promise.all([
    ...[shop, wallet, mailbox].map(({ pid }) => cpuSecondsOf(pid)),
    ground.cpuSeconds(),
  ])
  const { rows } = await owner.query<Record<'transactions' | 'flushes' | 'bytes', number>>(
    `select (select sum(xact_commit + xact_rollback)::bigint from pg_stat_database) as transactions,
       (select sum(fsyncs)::bigint from pg_stat_io where object = 'wal') as flushes,
       (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`,
  )
  const { transactions, flushes, bytes } = rows[0] as (typeof rows)[number]
  return {
    ...{ shop: (ofShop ?? 0) * 1000, wallet: (ofWallet ?? 0) * 1000, mailbox: (ofMailbox ?? 0) * 1000 },
    ...{ postgres: (postgres ?? 0) * 1000, client: (user + system) / 1000 },
    ...{ statements: await shop.statements(), ofWallet: await wallet.statements() },
    ...{ transactions, flushes, kilobytes: bytes / 1024 },
  }
}

/** Until every read model shows the whole log and no job is due. */
async function untilDone(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      "select from es.subscriptions where state = 'live' and pos < (select coalesce(max(pos), 0) from es.events)",
    )
    if (rows.length === 0 && (await countDueJobs(owner)) === 0) return
    await sleep(100)
  }
}

function mapCost(cost: SaleCost, map: (value: number, name: keyof SaleCost) => number): SaleCost {
  return Object.fromEntries(
    Object.entries(cost).map(([name, value]) => [name, map(value, name as keyof SaleCost)]),
  ) as SaleCost
}
