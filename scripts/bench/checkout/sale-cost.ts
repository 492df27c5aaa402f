// Cost of sales: CPU time by process and by purpose of PostgreSQL's sessions, statements, calls, mails, transactions
// and WAL bytes. Unlike a rate, none of these depends on a busy machine.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { countDueJobs } from '#backend/jobs/queue-state.ts'
import type { Ground } from '#scripts/bench/ground.ts'
import { quantile } from '#scripts/bench/measure.ts'
import type { Served } from '#scripts/bench/served/served.ts'
import { cpuSecondsOf } from '#scripts/testing/processor-time.ts'

/**
 * Per sale: milliseconds of CPU time, messages of processes, work of the database. `of …`: PostgreSQL's CPU time for
 * these sessions.
 */
export type SaleCost = Record<(typeof measures)[number], number>
const measures = [
  ...(['shop', 'wallet', 'mailbox', 'postgres', 'client'] as const),
  ...(['of commands', 'of pages', 'of jobs', 'of the pump', 'of the wallet', 'of the mailbox'] as const),
  ...(['statements', 'ofWallet', 'calls', 'connections', 'mails'] as const),
  ...(['transactions', 'flushes', 'kilobytes'] as const),
] as const

/** By application name; the rest belongs to the server itself, like checkpoints. */
const purposes: Record<string, Extract<keyof SaleCost, `of ${string}`>> = {
  'gamertech writes': 'of commands',
  'gamertech append': 'of commands',
  'gamertech reads': 'of pages',
  'gamertech jobs': 'of jobs',
  'gamertech pump': 'of the pump',
  'fake wallet': 'of the wallet',
  mailbox: 'of the mailbox',
}

export type Measured = { ground: Ground; owner: pg.Pool; shop: Served; wallet: Served; mailbox: Served }

/** Longest delay of sessions' statistics, in milliseconds. */
const tellingMs = 1100

/** Idle time for measuring the base load of polling and heartbeats, in milliseconds. */
const restMs = 3000

export type CostOf = (count: number, sell: () => Promise<unknown>) => Promise<SaleCost>

/**
 * Returns a function that measures the cost per sale of `sell`, including its effects: read models, jobs, receipts.
 * Subtracts the base load.
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
    return mapCost((name) => (spent.cost[name] - rest.cost[name] * share) / count)
  }
}

async function spentIn(measured: Measured, work: () => Promise<unknown>) {
  const [before, since] = [await totals(measured), performance.now()]
  await work()
  const after = await totals(measured)
  const cost = mapCost((name) => after[name] - before[name])
  return { cost, seconds: (performance.now() - since) / 1000 }
}

export function medianCost(costs: readonly SaleCost[]): SaleCost {
  return mapCost((name) =>
    quantile(
      costs.map((cost) => cost[name]),
      0.5,
    ),
  )
}

/** Separates the shop from wallet, mailbox and client, which run elsewhere in production. */
export function showCost(cost: SaleCost): string {
  const ms = (name: keyof SaleCost) => `${cost[name].toFixed(2)} ms`
  const all = cost.shop + cost.wallet + cost.mailbox + cost.postgres
  const ofSandbox = cost.wallet + cost.mailbox + cost['of the wallet'] + cost['of the mailbox']
  const sessions = [...new Set(Object.values(purposes))]
  const named = sessions.reduce((sum, name) => sum + cost[name], 0)
  return [
    `CPU per sale ${all.toFixed(2)} ms: shop ${ms('shop')}, wallet ${ms('wallet')}, PostgreSQL ${ms('postgres')}, mailbox ${ms('mailbox')}; the client beside ${ms('client')}`,
    `PostgreSQL: ${sessions.map((name) => `${name.slice(3)} ${cost[name].toFixed(2)}`).join(', ')}, its own ${(cost.postgres - named).toFixed(2)}`,
    `without the sandbox's wallet and mailbox ${(all - ofSandbox).toFixed(2)} ms`,
    `statements: shop ${cost.statements.toFixed(1)}, wallet ${cost.ofWallet.toFixed(1)}`,
    `${cost.calls.toFixed(2)} calls to the provider, ${cost.mails.toFixed(2)} mails on ${cost.connections.toFixed(2)} connections`,
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
  const sessions = await secondsByPurpose(owner)
  const { rows } = await owner.query<Record<'transactions' | 'flushes' | 'bytes', number>>(
    `select (select sum(xact_commit + xact_rollback)::bigint from pg_stat_database) as transactions,
       (select sum(fsyncs)::bigint from pg_stat_io where object = 'wal') as flushes,
       (pg_current_wal_insert_lsn() - '0/0')::bigint as bytes`,
  )
  const { transactions, flushes, bytes } = rows[0] as (typeof rows)[number]
  const { statements, calls } = await shop.counted()
  const { statements: mails, connections } = await mailbox.counted()
  return {
    ...mapCost((name) => (sessions.get(name) ?? 0) * 1000, Object.values(purposes)),
    shop: (ofShop ?? 0) * 1000,
    wallet: (ofWallet ?? 0) * 1000,
    mailbox: (ofMailbox ?? 0) * 1000,
    postgres: (postgres ?? 0) * 1000,
    client: (user + system) / 1000,
    statements,
    calls,
    ofWallet: (await wallet.counted()).statements,
    mails,
    connections,
    transactions,
    flushes,
    kilobytes: bytes / 1024,
  } as SaleCost
}

/** CPU seconds of the open sessions; pools keep theirs during a round. */
async function secondsByPurpose(owner: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ pid: number; name: string }>(
    'select pid, application_name as name from pg_stat_activity where pid <> pg_backend_pid()',
  )
  const seconds = new Map<string, number>()
  for (const { pid, name } of rows) {
    const purpose = purposes[name]
    if (purpose) seconds.set(purpose, (seconds.get(purpose) ?? 0) + (await cpuSecondsOf(pid)))
  }
  return seconds
}

/** Waits until every read model is current and no job is due. */
async function untilDone(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query(
      "select from es.subscriptions where state = 'live' and pos < (select coalesce(max(pos), 0) from es.events)",
    )
    if (rows.length === 0 && (await countDueJobs(owner)) === 0) return
    await sleep(100)
  }
}

function mapCost(ofName: (name: keyof SaleCost) => number, names: readonly (keyof SaleCost)[] = measures): SaleCost {
  return Object.fromEntries(names.map((name) => [name, ofName(name)])) as SaleCost
}
