// Ends the session of a feeder that stopped responding, so that another process can take its leases.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { GrowingPause } from './growing-pause.ts'

/** Checks rows that are later than this, before readers of their own writes give up. */
const lateMs = 400
/** A silent feeder may have sent its last statement this long before its rows became late. */
const slackMs = 100
const ownRoundTrips = 8

/**
 * Watches appends and other processes' checkpoints for one pump. Asks the database only while rows are late: every
 * 0.4 to 5 seconds.
 */
export class FeederWatch {
  readonly #notifications: Notifications
  readonly #onLate: () => void
  #lateSince = new Map<string, number | null>()
  #appendedAt = 0
  #timer: NodeJS.Timeout | null = null
  readonly #lookPause = new GrowingPause(lateMs, 5000)
  readonly #endPause = new GrowingPause(2000, 60_000)

  constructor(notifications: Notifications, onLate: () => void) {
    this.#notifications = notifications
    this.#onLate = onLate
  }

  start(): void {
    this.#notifications.on('events', this.#noteAppended)
    this.#notifications.on('checkpoint', this.#noteReached)
    this.#notifications.on('interrupted', this.#forget)
  }

  stop(): void {
    this.#notifications.off('events', this.#noteAppended)
    this.#notifications.off('checkpoint', this.#noteReached)
    this.#notifications.off('interrupted', this.#forget)
    this.#forget()
  }

  follow(names: Iterable<string>): void {
    this.#lateSince = new Map([...names].map((name) => [name, this.#lateSince.get(name) ?? null]))
  }

  readonly #noteAppended = () => {
    this.#appendedAt = performance.now()
    for (const [name, since] of this.#lateSince) if (since === null) this.#lateSince.set(name, this.#appendedAt)
    this.#arm(lateMs)
  }

  readonly #noteReached = (name: string) => {
    const since = this.#lateSince.get(name)
    if (since != null) this.#lateSince.set(name, this.#appendedAt > since ? this.#appendedAt : null)
  }

  readonly #forget = () => {
    for (const name of this.#lateSince.keys()) this.#lateSince.set(name, null)
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #arm(ms: number): void {
    if (this.#timer || this.#lateSince.size === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      const since = this.#oldest()
      if (since === undefined) return
      const left = since + lateMs - performance.now()
      if (left > 0) return this.#arm(left)
      if (this.#lookPause.isOver) this.#onLate()
      else this.#arm(lateMs)
    }, ms).unref()
  }

  #oldest(): number | undefined {
    const all = [...this.#lateSince.values()].filter((since) => since !== null)
    return all.length > 0 ? Math.min(...all) : undefined
  }

  /**
   * Ends sessions that hold the leases of late rows and have sent nothing since; their locks become free and their
   * transactions roll back. Spares busy feeders, and those with other rows at the head. `roundTripMs` is this session's
   * own. Returns the number of ended sessions.
   */
  async endSilentFeeders(client: pg.ClientBase, roundTripMs: number): Promise<number> {
    const since = this.#oldest()
    const silentMs = Math.round(performance.now() - (since ?? 0) - slackMs)
    if (since === undefined) return 0
    if (silentMs < Math.max(lateMs - slackMs, ownRoundTrips * roundTripMs)) {
      this.#arm(lateMs)
      return 0
    }
    this.#forget()
    const { rows } = await client.query<Behind>({ name: 'es.behind', text: behindQuery })
    const ended = rows.length > 0 && this.#endPause.isOver ? await endIfSilent(client, rows, silentMs) : 0
    if (ended > 0) this.#endPause.begin()
    else if (rows.length > 0) this.#lookPause.begin()
    return ended
  }
}

type Behind = { pid: number; stands: boolean }

const behindQuery = `with head as (select coalesce(max(pos), 0) as pos from es.events)
  select l.pid, bool_and(s.pos < head.pos) as stands
  from es.subscriptions s cross join head
  join pg_locks l on ${heldLocks('l', locks.feeding)} and l.objid::bigint = s.generation
  where s.state = 'live' and not s.paused and l.pid <> pg_backend_pid()
  group by l.pid having bool_or(s.pos < head.pos)`

/** Switches to the login role: the application's role sees no other session and may end none. */
async function endIfSilent(client: pg.ClientBase, held: readonly Behind[], silentMs: number): Promise<number> {
  const pids = (some: typeof held) => `'{${some.map(({ pid }) => pid).join()}}'::int[]`
  const answers: unknown = await client.query(
    `begin; set local role none;
     select pg_terminate_backend(pid, 1000) from pg_stat_activity
     where pid = any(${pids(held)}) and datname = current_database() and wait_event_type = 'Client'
       and state_change < clock_timestamp() - interval '${silentMs} ms'
       and (pid = any(${pids(held.filter(({ stands }) => stands))}) or state like 'idle in transaction%');
     commit`,
  )
  return (answers as pg.QueryResult[])[2]?.rowCount ?? 0
}
