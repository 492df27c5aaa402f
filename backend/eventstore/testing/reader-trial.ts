// For tests: random programs against the readers of the log: what disturbs them while events are written, and what they must have seen.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type pg from 'pg'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import type { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { startPump } from './pump-fixture.ts'
import { hiccup, listener, poison, tracingProjection } from './recording-readers.ts'
import type { Core } from './test-store.ts'
import { reading } from './test-store.ts'

type Side = 'first' | 'second'
export type Disturbance = { after: number } & (
  | { kind: 'write'; by: Side; member: number; count: number; pages: number }
  | { kind: 'pump'; by: Side; on: boolean }
  /** A transaction elsewhere that wrote something and stays open. */
  | { kind: 'holdOpen' }
  /** A writer stands between appending and committing. */
  | { kind: 'commitLate'; milliseconds: number }
  | { kind: 'cut'; when: 'request' | 'answer'; of: string }
  | { kind: 'terminate' }
  /** Another process takes the checkpoints. */
  | { kind: 'overtake' }
)

export const memberCount = 5
const side = fc.constantFrom<Side[]>('first', 'second')
const kinds = {
  write: fc.record({
    kind: fc.constant('write' as const),
    by: side,
    member: fc.nat(memberCount - 1),
    count: fc.integer({ min: 1, max: 4 }),
    pages: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 1, arbitrary: fc.constantFrom(poison, hiccup) },
    ),
  }),
  pump: fc.record({ kind: fc.constant('pump' as const), by: side, on: fc.boolean() }),
  holdOpen: fc.record({ kind: fc.constant('holdOpen' as const) }),
  commitLate: fc.record({ kind: fc.constant('commitLate' as const), milliseconds: fc.integer({ min: 1, max: 60 }) }),
  cut: fc.record({
    kind: fc.constant('cut' as const),
    when: fc.constantFrom('request' as const, 'answer' as const),
    of: fc.constantFrom('commit\0', 'es.move', 'es.after'),
  }),
  terminate: fc.record({ kind: fc.constant('terminate' as const) }),
  overtake: fc.record({ kind: fc.constant('overtake' as const) }),
}
const anything = fc.oneof(
  { weight: 20, arbitrary: kinds.write },
  { weight: 2, arbitrary: kinds.pump },
  { weight: 2, arbitrary: fc.oneof(kinds.holdOpen, kinds.commitLate, kinds.cut, kinds.terminate, kinds.overtake) },
)
const disturbance = fc
  .tuple(anything, fc.constantFrom(0, 0, 1, 5, 20))
  .map(([what, after]): Disturbance => ({ ...what, after }))

/** Rounds of things that happen at once. */
export const feedings = fc.array(fc.array(disturbance, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })

export type FeedingParts = { first: Core; second: Core; proxy: FaultProxy; owner: pg.Pool; base: number }

/** Runs a program with both pumps on at first; resolves when both readers have reached the end of the log. */
export async function runFeeding(parts: FeedingParts, program: readonly (readonly Disturbance[])[]): Promise<void> {
  const pumps = new Map<Side, Promise<Pump>>()
  const open: pg.PoolClient[] = []
  const start = (by: Side) => {
    if (!pumps.has(by))
      pumps.set(
        by,
        startPump(parts[by], () => undefined, tracingProjection, [listener()]),
      )
  }
  const take = async (what: Disturbance) => {
    await sleep(what.after)
    if (what.kind !== 'pump') return disturb(parts, open, what)
    if (what.on) return start(what.by)
    const pump = pumps.get(what.by)
    pumps.delete(what.by)
    await (await pump)?.stop()
  }
  try {
    start('first')
    start('second')
    for (const round of program) await Promise.all(round.map(take))
    parts.proxy.disarm()
    start('first')
    await untilRead(parts)
  } finally {
    for (const client of open) client.release(true)
    for (const pump of pumps.values()) await (await pump).stop()
  }
}

async function disturb(parts: FeedingParts, open: pg.PoolClient[], what: Exclude<Disturbance, { kind: 'pump' }>) {
  const { owner, proxy } = parts
  switch (what.kind) {
    case 'write':
      return parts[what.by].store.append(reading(parts.base + what.member, null, what.count, what.pages))
    case 'holdOpen': {
      if (open.length > 0) return
      const client = await owner.connect()
      open.push(client)
      return client.query('begin; insert into public.test_elsewhere values (1)')
    }
    case 'commitLate': {
      const client = await owner.connect()
      await client.query('begin; select pg_advisory_xact_lock(4242)') // the order lock, as es.append holds it
      await sleep(what.milliseconds)
      await client.query('commit')
      return client.release()
    }
    case 'cut':
      return proxy.arm(what)
    case 'terminate':
      return owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gamertech pump' and datname = current_database()",
      )
    case 'overtake':
      return owner.query('update es.subscriptions set epoch = epoch + 1')
    default:
      return what satisfies never
  }
}

async function untilRead({ owner, first }: FeedingParts): Promise<void> {
  const head = await first.store.head()
  for (let tries = 0; tries < 400; tries++) {
    const { rows } = await owner.query<{ behind: number }>(
      'select count(*) as behind from es.subscriptions where pos < $1',
      [head],
    )
    if (rows[0]?.behind === 0) return
    await sleep(25)
  }
  throw new Error(`the readers do not reach ${head}`)
}

/** What a member's row and its dead letters must be after these events of the member. */
export function expectedOf(events: readonly RecordedEvent[]) {
  const bad = events.findIndex((event) => (event.data as { pages?: number }).pages === poison)
  const applied = bad < 0 ? events : events.slice(0, bad)
  return {
    books: applied.map((event) => ({ bookId: event.version, pages: event.position })),
    parked: bad < 0 ? [] : events.slice(bad).map((event) => event.position),
  }
}
