// Who feeds and has fallen silent loses its leases: whoever stands by hears that rows do not come, and looks at the server whose turn it is.
import type pg from 'pg'
import { heldLocks, locks } from '#backend/db/locks.ts'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'
import { GrowingPause } from './growing-pause.ts'

/** Rows that are later than this are looked into, in milliseconds: before the readers of their own writes have waited in vain. */
const lateMs = 400
/** A feeder may have asked its last question so long before its rows became late. */
const slackMs = 100
/** Own round trips that a feeder must have been silent for, at least: a slow way shows the others late. */
const ownRoundTrips = 8

/**
 * Of one pump: listens for what is appended, and for the checkpoints of what other processes feed. In the steady state it costs no round trip; where
 * rows are late without an excuse, one look every 0.4 to 5 seconds.
 */
export class FeederWatch {
  readonly #notifications: Notifications
  readonly #onLate: () => void
  /** Of what others feed: since when something is known to be appended that it has not reached, or null. By performance.now(). */
  #lateSince = new Map<string, number | null>()
  #appendedAt = 0
  #timer: NodeJS.Timeout | null = null
  readonly #lookPause = new GrowingPause(lateMs, 5000)
  readonly #endPause = new GrowingPause(2000, 60_000)

  /** onLate: somebody should look, by endSilentFeeders. */
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

  /** Watches the feeding of these subscriptions, and of no others. */
  follow(names: Iterable<string>): void {
    this.#lateSince = new Map([...names].map((name) => [name, this.#lateSince.get(name) ?? null]))
  }

  readonly #noteAppended = () => {
    this.#appendedAt = performance.now()
    for (const [name, since] of this.#lateSince) if (since === null) this.#lateSince.set(name, this.#appendedAt)
    this.#arm(lateMs)
  }

  /** What was appended after the first that it had not reached may have been reached too, or not yet. */
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
   * Ends the session of whoever should have fed what is late and has asked the server nothing since: its locks are free then, what it had begun is
   * taken back. A feeder that is at work is left alone, and so is one with something to wait for, which others of its rows show. roundTripMs: this session's
   * own. Returns how many were ended.
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

/** stands: nothing that this session feeds is at the end of the log. */
type Behind = { pid: number; stands: boolean }

/** Sessions that hold leases of what is shown and is behind. */
const behindQuery = `with head as (select coalesce(max(pos), 0) as pos from es.events)
  select l.pid, bool_and(s.pos < head.pos) as stands
  from es.subscriptions s cross join head
  join pg_locks l on ${heldLocks('l', locks.feeding)} and l.objid::bigint = s.generation
  where s.state = 'live' and not s.paused and l.pid <> pg_backend_pid()
  group by l.pid having bool_or(s.pos < head.pos)`

/** As the login itself: the application's role sees no session but its own, and may not end any. */
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
