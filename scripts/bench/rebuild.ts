// G6 and G7: rebuilds the order history from a million events, and measures its effect on readers and live rows.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import { ordersProjection } from '#backend/readmodels/orders/orders.projection.ts'
import { meta } from './append.ts'
import type { Contest, Ground } from './ground.ts'
import { type Finding, quantile, showSpread, spread, tell } from './measure.ts'
import { orderHistory, peerOrders } from './orders.ts'
import { type Visibility, watch } from './watch.ts'

const orders = 200_000
const eventsPerOrder = 5
const ordersPerAppend = 20
const pageSize = 2000
const rounds = 2
const buyers = 5000

export async function run(ground: Ground): Promise<Finding[]> {
  const contest = await ground.openContest()
  try {
    await openProjections(contest.raw, contest.core.store, [ordersProjection])
    await fill(contest)
    await contest.raw.query('vacuum analyze es.events')
    return [...(await compareRates(contest)), ...(await whatReadersNotice(contest))]
  } finally {
    await contest.close()
  }
}

async function fill({ core }: Contest): Promise<void> {
  let next = 1
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next <= orders) {
        const first = next
        next += ordersPerAppend
        const writes = Array.from({ length: ordersPerAppend }, (_, index) => ({
          stream: `order-${first + index}` as const,
          expected: 0,
          events: orderHistory(first + index, buyers),
        }))
        await core.store.append({ commandId: newCommandId(), meta, writes })
      }
    }),
  )
}

async function compareRates(contest: Contest): Promise<Finding[]> {
  const rates = { shop: [] as number[], raw: [] as number[], emmett: [] as number[] }
  let incomplete = 0
  await contest.peer.call('fillOrders', peerOrders, buyers)
  for (let round = 0; round < rounds; round++) {
    const { rows, ms } = await rebuildInChild(contest)
    if (rows !== orders) throw new Error(`${rows} rows of ${orders} orders`)
    rates.shop.push((orders * eventsPerOrder) / (ms / 1000))
    rates.raw.push(await readAll(contest))
    const peer = await contest.peer.call('rebuildOrders', peerOrders)
    rates.emmett.push(peer.rate)
    incomplete += peer.incomplete
  }
  const over = (theirs: readonly number[]) =>
    spread(rates.shop.map((rate, round) => rate / (theirs[round] ?? Number.NaN)))
  const [toEmmett, toRaw] = [over(rates.emmett), over(rates.raw)]
  const show = (values: readonly number[]) => `${quantile(values, 0.5).toFixed(0)} events/s`
  const what = `order history from ${orders * eventsPerOrder} events, with indexes, check and cut-over`
  return [
    tell({
      goal: 'G6',
      what,
      figure: `shop ${show(rates.shop)}, Emmett ${show(rates.emmett)} (of ${peerOrders * eventsPerOrder}; ${incomplete} tries left events out), ratio ${showSpread(toEmmett, 0)}`,
      aim: '>= 10x Emmett',
      isReached: toEmmett.median >= 10,
    }),
    tell({
      goal: 'G6',
      what,
      figure: `shop ${show(rates.shop)}, raw page read ${show(rates.raw)}, ratio ${showSpread(toRaw)}`,
      aim: '>= 0.5x raw read',
      isReached: toRaw.median >= 0.5,
    }),
  ]
}

async function rebuildInChild({ core }: Contest): Promise<{ rows: number; ms: number }> {
  const child = fork(new URL('./rebuild-process.ts', import.meta.url), [core.databaseUrl])
  const ended = once(child, 'exit')
  const [result] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('no result'))),
  ])) as [{ rows: number; ms: number }]
  await ended
  return result
}

/** Floor: reads the whole log in pages and parses it; events per second. */
async function readAll({ raw }: Contest): Promise<number> {
  const started = performance.now()
  let [position, read] = [0, 0]
  for (;;) {
    const { rows } = await raw.query<{ pos: number }>({
      name: 'read all',
      text: 'select * from es.events where pos > $1 order by pos limit $2',
      values: [position, pageSize],
    })
    read += rows.length
    position = rows.at(-1)?.pos ?? position
    if (rows.length < pageSize) return read / ((performance.now() - started) / 1000)
  }
}

/** Measures readers and a live feed alone, then during a rebuild and its swap. */
async function whatReadersNotice(contest: Contest): Promise<Finding[]> {
  const { core } = contest
  const pump = new Pump({
    databaseUrl: core.databaseUrl,
    store: core.store,
    subscriptions: [{ kind: 'projection', projection: ordersProjection }],
    notifications: core.notifications,
    report: () => undefined, // the turn of the view is told to it as a move by somebody else
  })
  pump.start()
  try {
    await sleep(500)
    const idle = await readers(contest, () => feed(contest, orders, 4000))
    const busy = await readers(contest, async () => {
      const rebuilt = rebuildInChild(contest)
      const [seen] = await Promise.all([feed(contest, orders * 2, rebuilt), rebuilt])
      return seen
    })
    return findings(idle, busy)
  } finally {
    await pump.stop()
  }
}

type Noticed = Awaited<ReturnType<typeof readers>>

function findings(idle: Noticed, busy: Noticed): Finding[] {
  const ratio = busy.p99 / idle.p99
  return [
    tell({
      goal: 'G7',
      what: 'reads during rebuild and cut-over: failed',
      figure: `${busy.failed} of ${busy.count}`,
      aim: '0',
      isReached: busy.failed === 0,
    }),
    tell({
      goal: 'G7',
      what: 'reads during rebuild and cut-over: p99',
      figure: `${busy.p99.toFixed(1)} ms, without a rebuild ${idle.p99.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
      aim: '<= 1.5x idle',
      isReached: ratio <= 1.5,
    }),
    tell({
      goal: 'G7',
      what: 'longest read during rebuild and cut-over',
      figure: `${busy.longest.toFixed(0)} ms, without a rebuild ${idle.longest.toFixed(0)} ms`,
      aim: '<= 50 ms',
      isReached: busy.longest <= 50,
    }),
    tell({
      goal: 'G7',
      what: 'live rows behind, 100 appends/s, p99',
      figure: `${busy.seen.p99.toFixed(0)} ms, longest ${busy.seen.max.toFixed(0)}; without a rebuild ${idle.seen.p99.toFixed(0)} ms`,
      aim: '<= 250 ms',
      isReached: busy.seen.p99 <= 250 && busy.seen.unseen === 0,
    }),
  ]
}

function feed({ core }: Contest, after: number, ms: number | Promise<unknown>): Promise<Visibility> {
  return watch({
    url: core.databaseUrl,
    query: `select max(order_id) - ${after} as newest from rm.orders`,
    rate: 100,
    ms,
    everyMs: 5,
    append: (number) =>
      core.store.append({
        commandId: newCommandId(),
        meta,
        writes: [
          { stream: `order-${after + number}`, expected: 0, events: orderHistory(after + number, buyers).slice(0, 1) },
        ],
      }),
  })
}

/** Four readers of order lists during the work. */
async function readers({ core }: Contest, work: () => Promise<Visibility>) {
  const delays: number[] = []
  let [failed, isOver] = [0, false]
  const reading = Array.from({ length: 4 }, async () => {
    for (; !isOver; await sleep(8)) {
      const started = performance.now()
      const values = [1 + Math.floor(Math.random() * buyers)]
      const text =
        'select order_id, state, total_cents, timeline from rm.orders where user_id = $1 order by order_id desc limit 20'
      const isRead = await core.pool.query({ name: 'bench orders', text, values }).then(
        ({ rows }) => rows.length > 0,
        () => false,
      )
      if (!isRead) failed++
      delays.push(performance.now() - started)
    }
  })
  const seen = await work()
  isOver = true
  await Promise.all(reading)
  return { seen, failed, count: delays.length, p99: quantile(delays, 0.99), longest: Math.max(...delays) }
}
