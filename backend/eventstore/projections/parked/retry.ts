// Retries dead letters of a projection or reactor: tries the first event of each, then takes back what is parked.
import type pg from 'pg'
import { type Queryable, transaction } from '#backend/db/transaction.ts'
import { eventsAt } from '#backend/eventstore/log/decoding/stored-page.ts'
import type { Decoded } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import { notifyGenerations } from '#backend/eventstore/log/notifications.ts'
import type { Generation } from '#backend/eventstore/projections/generation.ts'
import { readSkips } from '#backend/eventstore/projections/log-fold.ts'
import {
  behindAnother,
  type LeftOut,
  type MutableParked,
  type PoisonedEvent,
  type Skips,
} from '#backend/eventstore/projections/projection.ts'
import { park, parkedOf } from '#backend/eventstore/projections/row-writer.ts'
import { type Actor, type DeadLetter, listDeadLetters, type Retried, recordRetried } from './dead-letters.ts'

export type ParkedEvent = Pick<PoisonedEvent, 'by' | 'key' | 'position'>
export type ParkedPage = { letters: readonly ParkedEvent[]; events: readonly Decoded[] }

export type Retryable = {
  name: string
  unseal: boolean
  concerns(row: StoredEvent): boolean
  refusalOf(event: Decoded): string | undefined
  findLive(db: Queryable): Promise<Generation>
  lockRows?(client: pg.ClientBase, live: Generation): Promise<unknown>
  apply(client: pg.ClientBase, live: Generation, page: ParkedPage, left: LeftOut): Promise<readonly PoisonedEvent[]>
  finish?(client: pg.ClientBase, live: Generation, left: LeftOut): Promise<readonly PoisonedEvent[]>
}

export type RetryParts = { pool: pg.Pool; store: EventStore; by?: Actor | undefined }

const lettersAtOnce = 500
/** A long-parked stream or row may have any number of events, so they are read in pages. */
const eventsAtOnce = 1000

export async function retryLetters(
  parts: RetryParts & { name: string },
  open: () => Retryable,
  keys?: readonly string[],
): Promise<Retried> {
  const all: Retried = { recovered: [], parked: [] }
  const letters = (await listDeadLetters(parts.pool, parts.name)).filter(({ key }) => keys?.includes(key) !== false)
  for (let from = 0; from < letters.length; from += lettersAtOnce) {
    const some = letters.slice(from, from + lettersAtOnce)
    let parked = await tryFirst(parts, open(), some)
    const tried = without(some, parked)
    if (tried.length > 0) parked = [...parked, ...(await takeBack(parts, open(), tried))]
    const recovered = without(some, parked).map(({ key }) => key)
    await recordRetried(parts, recovered)
    all.recovered.push(...recovered)
    all.parked = [...all.parked, ...parked]
  }
  return all
}

function without<One extends ParkedEvent>(letters: readonly One[], parked: readonly ParkedEvent[]): One[] {
  const known = new Set(parked.map(({ by, key }) => `${by} ${key}`))
  return letters.filter(({ by, key }) => !known.has(`${by} ${key}`))
}

/** Tries the first event of each letter and undoes it, since an hourly retry must not cost more as events gather. */
function tryFirst(parts: RetryParts, retryable: Retryable, letters: readonly DeadLetter[]): Promise<PoisonedEvent[]> {
  return transaction(parts.pool, async (client) => {
    const retry = await Retry.begin(client, { store: parts.store, retryable }, letters)
    await retry.take(letters)
    await client.query('rollback')
    return retry.parked
  })
}

function takeBack(parts: RetryParts, retryable: Retryable, letters: readonly DeadLetter[]): Promise<PoisonedEvent[]> {
  return transaction(parts.pool, async (client) => {
    const retry = await Retry.begin(client, { store: parts.store, retryable }, letters)
    for await (const page of retry.pagesOf(letters)) await retry.take(page)
    await retry.finish()
    await notifyGenerations(client, { checkpoints: {}, changed: [retryable.name] })
    return retry.parked
  })
}

type Begun = { store: EventStore; retryable: Retryable; live: Generation; skips: Skips }

/** One transaction of a retry. The feeder waits for it and then starts over with the remaining dead letters. */
class Retry {
  readonly parked: PoisonedEvent[] = []
  readonly #client: pg.ClientBase
  readonly #parts: Begun
  readonly #left: { parked: MutableParked; skips: Skips }

  private constructor(client: pg.ClientBase, begun: Begun, parked: MutableParked) {
    this.#client = client
    this.#parts = begun
    this.#left = { parked, skips: begun.skips }
  }

  static async begin(
    client: pg.ClientBase,
    parts: Pick<Begun, 'store' | 'retryable'>,
    letters: readonly ParkedEvent[],
  ): Promise<Retry> {
    const { store, retryable } = parts
    const found = await retryable.findLive(client)
    await retryable.lockRows?.(client, found)
    const { rows } = await client.query<Generation>(
      'update es.subscriptions set epoch = epoch + 1 where generation = $1 returning *',
      [found.generation],
    )
    const [live = found] = rows
    const begun = { ...parts, live, skips: await readSkips(store, retryable.name) }
    const retry = new Retry(client, begun, await parkedOf(client, live.generation))
    for (const { by, key } of letters) retry.#left.parked[by].delete(key)
    return retry
  }

  async *pagesOf(letters: readonly ParkedEvent[]): AsyncGenerator<ParkedEvent[], void, undefined> {
    const [by, keys] = [letters.map((letter) => letter.by), letters.map(({ key }) => key)]
    for (let last: Pick<ParkedEvent, 'key' | 'position'> = { key: '', position: 0 }; ; ) {
      const { rows } = await this.#client.query<ParkedEvent>(
        // Reads at most one page per key, using the index.
        `select l.by, l.key, d.pos as position from unnest($2::text[], $3::text[]) l("by", key) cross join lateral (
           select pos from es.dead_letters where generation = $1 and key = l.key and (stream_id is null) = (l.by = 'row')
             and pos >= $4 and (pos, key) > ($4::bigint, $5) order by pos limit ${eventsAtOnce}) d
         order by d.pos, l.key limit ${eventsAtOnce}`,
        [this.#parts.live.generation, by, keys, last.position, last.key],
      )
      if (rows.length > 0) yield rows
      if (rows.length < eventsAtOnce) return
      last = rows.at(-1) ?? last
    }
  }

  async take(letters: readonly ParkedEvent[]): Promise<void> {
    const stored = await eventsAt(this.#client, [...new Set(letters.map(({ position }) => position))])
    const concerning = stored.filter((row) => this.#parts.retryable.concerns(row))
    const events = await this.#parts.store.codec.decodeEach(concerning, { unseal: this.#parts.retryable.unseal })
    await this.#leaveUnread(letters, events)
    const rest = without(
      letters,
      this.parked.filter(({ by }) => by === 'row'),
    )
    await this.#forget(rest)
    const own = new Set(rest.map(({ position }) => position))
    const page = { letters: rest, events: events.filter(({ position }) => own.has(position)) }
    this.#note(await this.#parts.retryable.apply(this.#client, this.#parts.live, page, this.#left))
  }

  async finish(): Promise<void> {
    this.#note((await this.#parts.retryable.finish?.(this.#client, this.#parts.live, this.#left)) ?? [])
  }

  #note(poisoned: readonly PoisonedEvent[]): void {
    for (const one of poisoned) {
      if (one.by === 'row') this.#left.parked.row.add(one.key)
      else if (!this.#left.parked.stream.has(one.key)) this.#left.parked.stream.set(one.key, one.position)
      if (one.error !== behindAnother) this.parked.push(one)
    }
  }

  /**
   * Leaves rows parked whose event this code can't read. Parking the stream instead would apply the event again to its
   * other rows later.
   */
  async #leaveUnread(letters: readonly ParkedEvent[], events: readonly Decoded[]): Promise<void> {
    const errors = new Map(events.map((event) => [event.position, this.#parts.retryable.refusalOf(event)]))
    const unread = new Map<string, PoisonedEvent>()
    for (const { by, key, position } of without(letters, this.parked)) {
      const error = errors.get(position)
      if (by === 'row' && error !== undefined && !unread.has(key)) unread.set(key, { by, key, position, error })
    }
    const rows = [...unread.values()]
    await this.#forget(rows)
    await park(this.#client, this.#parts.live, rows)
    this.#note(rows)
  }

  async #forget(taken: readonly ParkedEvent[]): Promise<void> {
    await this.#client.query(
      `delete from es.dead_letters d using unnest($2::text[], $3::bigint[]) t(key, pos)
       where d.generation = $1 and d.key = t.key and d.pos = t.pos`,
      [this.#parts.live.generation, taken.map(({ key }) => key), taken.map(({ position }) => position)],
    )
  }
}
