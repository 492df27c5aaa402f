// Time that an auditor waits for the events of one request or an actor's last acts in a long log.
import type pg from 'pg'
import { type EventFilter, findLast } from '#backend/audit/event-query.ts'
import { createPool } from '#backend/db/database.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { type Finding, quantile, tell } from '#scripts/bench/measure.ts'
import { formerActor } from './fill-log.ts'

/** Per kind, spread over the history. */
const asked = 40
const shown = 20
const aim = 100

/** Needs a log filled by fillLog. */
export async function measureLookups(databaseUrl: string, orders: number, events: number): Promise<Finding[]> {
  const owner = createPool(databaseUrl, { as: 'owner', max: 1, name: 'bench', limits: false })
  const orderIds = Array.from({ length: asked }, (_, nth) => 1 + Math.floor((orders * nth) / asked))
  try {
    const correlations = orderIds.map((id) => ({ correlation: streamUuid(shopLog, `order-${id}`) }))
    const actors = (await buyersOf(owner, orderIds)).map((userId) => ({ actor: `user:${userId}` }))
    return [
      tellLookups('of one request', events, await timesOf(owner, correlations)),
      tellLookups('that one person did last', events, await timesOf(owner, actors)),
      tellLookups(
        'that somebody did last who did two thousand long ago',
        events,
        await timesOf(
          owner,
          Array.from({ length: 5 }, () => ({ actor: formerActor })),
        ),
      ),
      tellLookups('of nobody at all', events, await timesOf(owner, [{ actor: 'user:0' }, { correlation: 'nothing' }])),
    ]
  } finally {
    await owner.end()
  }
}

async function buyersOf(owner: pg.Pool, orderIds: readonly number[]): Promise<number[]> {
  const { rows } = await owner.query<{ user_id: number }>(
    `select (data->>'userId')::bigint as user_id from es.events where stream_id = any($1) and version = 1`,
    [orderIds.map((id) => streamUuid(shopLog, `order-${id}`))],
  )
  return rows.map((row) => row.user_id)
}

async function timesOf(owner: pg.Pool, filters: readonly EventFilter[]): Promise<number[]> {
  const times: number[] = []
  for (const filter of filters) {
    const begun = performance.now()
    await findLast(owner, filter, shown)
    times.push(performance.now() - begun)
  }
  return times
}

function tellLookups(what: string, events: number, times: readonly number[]): Finding {
  const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  return tell({
    goal: 'G12',
    what: `events ${what}, found among ${events}`,
    figure: `p50 ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    aim: `p95 <= ${aim} ms`,
    isReached: p95 <= aim,
  })
}
