// Retries and skips dead letters: tries the first event of each, then takes back what is parked.
import type pg from 'pg'
import { type Queryable, transaction } from '#backend/db/transaction.ts'
import { SubscriptionFilter } from '#backend/eventstore/log/decoding/subscription-filter.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import { eventsAt } from '#backend/eventstore/log/reads/log-pages.ts'
import { NotFed } from '#backend/eventstore/projections/cut-over.ts'
import { findLive, type Generation, tableOf } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  type Actor,
  type DeadLetter,
  listDeadLetters,
  type Retried,
  recordRetried,
  recordSkipped,
  type Skipped,
} from '#backend/eventstore/projections/parked/dead-letters.ts'
import {
  behindAnother,
  type MutableParked,
  notePoisoned,
  type PoisonedEvent,
  reasonOf,
  rowsOf,
  type Skips,
} from '#backend/eventstore/projections/projection.ts'
import { park, parkedOf } from '#backend/eventstore/projections/row-writer.ts'
import { isReactor, type Subscription, versionOf } from '#backend/eventstore/subscriptions/subscription.ts'
import { type ParkedEvent, type RetriedWork, retriedWork } from './retried-work.ts'

const lettersAtOnce = 500
/** A long-parked stream or row may have any number of events, so they are read in pages. */
const eventsAtOnce = 1000

export type RetryParts = { pool: pg.Pool; store: EventStore; subscription: Subscription; by?: Actor | undefined }

/** Throws NotFed if another version wrote the live rows. */
export async function retryDeadLetters(parts: RetryParts, keys?: readonly string[]): Promise<Retried> {
  const { name } = parts.subscription
  const all: Retried = { recovered: [], parked: [] }
  const letters = (await listDeadLetters(parts.pool, name)).filter(({ key }) => keys?.includes(key) !== false)
  for (let from = 0; from < letters.length; from += lettersAtOnce) {
    const some = letters.slice(from, from + lettersAtOnce)
    let parked = await tryFirst(parts, some)
    const tried = without(some, parked)
    if (tried.length > 0) parked = [...parked, ...(await takeBack(parts, tried))]
    const recovered = without(some, parked).map(({ key }) => key)
    await recordRetried({ ...parts, name }, recovered)
    all.recovered.push(...recovered)
    all.parked = [...all.parked, ...parked]
  }
  return all
}

/** Skips one event of a row or stream for good, here and in every rebuild, and retries the row or stream. */
export async function skipDeadLetter(parts: RetryParts, letter: Skipped): Promise<Retried> {
  await liveOf(parts.pool, parts.subscription) // before it is recorded for good
  await recordSkipped({ ...parts, name: parts.subscription.name }, letter)
  return retryDeadLetters(parts, [letter.key])
}

export type RetriedSubscription = { name: string } & (Retried | { error: unknown })

/**
 * Retries all dead letters at start and from time to time, since this process may run the release that can read them.
 * Returns the subscriptions that had some, without rows of another version.
 */
export async function retryAllParked(
  pool: pg.Pool,
  store: EventStore,
  subscriptions: readonly Subscription[],
): Promise<RetriedSubscription[]> {
  const parked = new Set((await listDeadLetters(pool)).map(({ projection }) => projection))
  const retried: RetriedSubscription[] = []
  for (const subscription of subscriptions.filter(({ name }) => parked.has(name)))
    try {
      retried.push({ name: subscription.name, ...(await retryDeadLetters({ pool, store, subscription })) })
    } catch (error) {
      if (!(error instanceof NotFed)) retried.push({ name: subscription.name, error })
    }
  return retried
}

async function liveOf(db: Queryable, subscription: Subscription): Promise<Generation> {
  const { name } = subscription
  const [live, version] = [await findLive(db, name), versionOf(subscription)]
  if (!live) throw new Error(`${name} has no live generation`)
  if (live.version !== version)
    throw new NotFed(`${name} is shown in version ${live.version}, and this is version ${version}`)
  return live
}

function without<One extends ParkedEvent>(letters: readonly One[], parked: readonly ParkedEvent[]): One[] {
  const known = new Set(parked.map(({ by, key }) => `${by} ${key}`))
  return letters.filter(({ by, key }) => !known.has(`${by} ${key}`))
}

/** Tries the first event of each letter and undoes it, since an hourly retry must not cost more as events gather. */
function tryFirst(parts: RetryParts, letters: readonly DeadLetter[]): Promise<PoisonedEvent[]> {
  return transaction(parts.pool, async (client) => {
    const retry = await Retry.begin(client, parts, letters)
    await retry.take(letters)
    await client.query('rollback')
    return retry.parked
  })
}

function takeBack(parts: RetryParts, letters: readonly DeadLetter[]): Promise<PoisonedEvent[]> {
  return transaction(parts.pool, async (client) => {
    const retry = await Retry.begin(client, parts, letters)
    for await (const page of retry.pagesOf(letters)) await retry.take(page)
    await retry.finish()
    await notifyGenerations(client, { changed: [parts.subscription.name] })
    return retry.parked
  })
}

type Begun = {
  client: pg.ClientBase
  store: EventStore
  subscription: Subscription
  live: Generation
  left: { parked: MutableParked; skips: Skips }
}

/** One transaction of a retry. The feeder waits for it and then starts over with the remaining dead letters. */
class Retry {
  readonly parked: PoisonedEvent[] = []
  readonly #begun: Begun
  readonly #filter: SubscriptionFilter
  readonly #work: RetriedWork

  private constructor(begun: Begun) {
    const { store, subscription } = begun
    this.#begun = begun
    this.#filter = new SubscriptionFilter(store, subscription.eventTypes, isReactor(subscription))
    this.#work = retriedWork(begun)
  }

  static async begin(
    client: pg.ClientBase,
    { store, subscription }: RetryParts,
    letters: readonly ParkedEvent[],
  ): Promise<Retry> {
    const found = await liveOf(client, subscription)
    if (!isReactor(subscription)) await client.query(`lock table ${tableOf(found)} in share row exclusive mode`)
    const { rows } = await client.query<Generation>(
      'update es.subscriptions set epoch = epoch + 1 where generation = $1 returning *',
      [found.generation],
    )
    const [live = found] = rows
    const parked = await parkedOf(client, live.generation)
    for (const { by, key } of letters) parked[by].delete(key)
    const left = { parked, skips: await readSkips(store, subscription.name) }
    return new Retry({ client, store, subscription, live, left })
  }

  async *pagesOf(letters: readonly ParkedEvent[]): AsyncGenerator<ParkedEvent[], void, undefined> {
    const { client, live } = this.#begun
    const [by, keys] = [letters.map((letter) => letter.by), letters.map(({ key }) => key)]
    for (let last: Pick<ParkedEvent, 'key' | 'position'> = { key: '', position: 0 }; ; ) {
      const { rows } = await client.query<ParkedEvent>(
        // Reads at most one page per key, using the index.
        `select l.by, l.key, d.pos as position from unnest($2::text[], $3::text[]) l("by", key) cross join lateral (
           select pos from es.dead_letters where generation = $1 and key = l.key and (stream_id is null) = (l.by = 'row')
             and pos >= $4 and (pos, key) > ($4::bigint, $5) order by pos limit ${eventsAtOnce}) d
         order by d.pos, l.key limit ${eventsAtOnce}`,
        [live.generation, by, keys, last.position, last.key],
      )
      if (rows.length > 0) yield rows
      if (rows.length < eventsAtOnce) return
      last = rows.at(-1) ?? last
    }
  }

  async take(letters: readonly ParkedEvent[]): Promise<void> {
    const { client, store, subscription, left } = this.#begun
    const stored = await eventsAt(client, [...new Set(letters.map(({ position }) => position))])
    const concerning = stored.filter((row) => this.#filter.concerns(row))
    const unseal = !isReactor(subscription) && subscription.personal
    const events = await store.codec.decodeEach(concerning, { unseal })
    await this.#leaveUnread(letters, events)
    const rest = without(
      letters,
      this.parked.filter(({ by }) => by === 'row'),
    )
    await this.#forget(rest)
    const own = new Set(rest.map(({ position }) => position))
    const page = { letters: rest, events: events.filter(({ position }) => own.has(position)) }
    this.#note(await this.#work.apply(page, left))
  }

  async finish(): Promise<void> {
    this.#note((await this.#work.finish?.(this.#begun.left)) ?? [])
  }

  #note(poisoned: readonly PoisonedEvent[]): void {
    for (const one of poisoned) notePoisoned(this.#begun.left.parked, one)
    this.parked.push(...poisoned.filter(({ error }) => error !== behindAnother))
  }

  /**
   * Keeps rows parked if this release can't read their event. It doesn't park the whole stream, because a later retry
   * would then apply the event to the stream's other rows a second time.
   */
  async #leaveUnread(letters: readonly ParkedEvent[], events: readonly Decoded[]): Promise<void> {
    const errors = new Map(events.map((event) => [event.position, refusalOf(this.#begun.subscription, event)]))
    const unread = new Map<string, PoisonedEvent>()
    for (const { by, key, position } of without(letters, this.parked)) {
      const error = errors.get(position)
      if (by === 'row' && error !== undefined && !unread.has(key)) unread.set(key, { by, key, position, error })
    }
    const rows = [...unread.values()]
    await this.#forget(rows)
    await park(this.#begun.client, this.#begun.live, rows)
    this.#note(rows)
  }

  async #forget(taken: readonly ParkedEvent[]): Promise<void> {
    const { client, live } = this.#begun
    await client.query(
      `delete from es.dead_letters d using unnest($2::text[], $3::bigint[]) t(key, pos)
       where d.generation = $1 and d.key = t.key and d.pos = t.pos`,
      [live.generation, taken.map(({ key }) => key), taken.map(({ position }) => position)],
    )
  }
}

function refusalOf(subscription: Subscription, event: Decoded): string | undefined {
  const refused = isReactor(subscription) ? event : rowsOf(subscription, event)
  return refused instanceof Error ? reasonOf(refused) : undefined
}
