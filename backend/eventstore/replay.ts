// A projection from the whole log: rebuilt beside the live rows and swapped in, or compared with them.
import type pg from 'pg'
import type { EventStore } from './event-store.ts'
import { foldBatch, keyText, type Projection, type Row, type RowKey } from './projection.ts'
import type { Moved } from './signals.ts'

const pageSize = 5000

export type Progress = (done: number, total: number) => void

/** Thrown by a rebuild at the first event that cannot be applied: a rebuild never skips. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped'
}

/** A projection's rows in memory, folded from the beginning of the log. */
class LogFold {
  readonly rows = new Map<string, Row>()
  position = 0
  readonly #store: EventStore
  readonly #projection: Projection
  readonly #leftOut: ReadonlySet<string>

  constructor(store: EventStore, projection: Projection, leftOut: ReadonlySet<string> = new Set()) {
    this.#store = store
    this.#projection = projection
    this.#leftOut = leftOut
  }

  /** Folds on up to `target`; throws RebuildStopped at an event that cannot be applied. */
  async advance(target: number, progress?: Progress): Promise<void> {
    const projection = this.#projection
    const types = new Set(this.#store.codec.typeIds(projection.eventTypes))
    while (this.position < target) {
      const page = await this.#store.readAfter(this.position, Math.min(pageSize, target - this.position))
      const wanted = page.filter((row) => types.has(row.type))
      const events = await this.#store.codec.decode(wanted, { unseal: projection.personal })
      const fold = foldBatch(projection, events, this.rows, this.#leftOut)
      const poisoned = fold.poisoned.find(({ key }) => !this.#leftOut.has(key))
      if (poisoned) {
        const { position, key, error } = poisoned
        throw new RebuildStopped(`${projection.name}: position ${position}, key ${key}: ${error}`)
      }
      for (const [key, { row }] of fold.rows) {
        if (row === null) this.rows.delete(key)
        else this.rows.set(key, row)
      }
      this.position = page.at(-1)?.pos ?? target
      progress?.(this.position, target)
    }
  }
}

/**
 * Rebuilds a projection while the shop serves: folds the log up to now in memory, then replaces the rows and the checkpoint in one
 * transaction. Readers see the old rows until it commits; the pump finds itself overtaken and starts again from the checkpoint,
 * which never goes back. Answers the number of rows; throws RebuildStopped, and then nothing has changed.
 */
export async function rebuild(
  pool: pg.Pool,
  store: EventStore,
  projection: Projection,
  progress?: Progress,
): Promise<number> {
  const fold = new LogFold(store, projection)
  await fold.advance(await store.head(), progress)
  await inTransaction(pool, 'begin', async (client) => {
    // In the pump's order, rows and then checkpoint, so that the two never wait for each other in a circle.
    await client.query(`lock table rm.${projection.name} in share row exclusive mode`)
    const { rows } = await client.query<{ pos: number }>(
      'select pos from es.subscriptions where name = $1 for update',
      [projection.name],
    )
    await fold.advance(rows[0]?.pos ?? 0)
    await replaceRows(client, projection, [...fold.rows.values()])
    await client.query(
      'update es.subscriptions set pos = $1, version = $2, epoch = epoch + 1, updated_at = now() where name = $3',
      [fold.position, projection.version, projection.name],
    )
    const moved: Moved = { reached: {}, changed: [projection.name] }
    await client.query("select pg_notify('events', ''), pg_notify('reached', $1)", [JSON.stringify(moved)])
  })
  return fold.rows.size
}

/** Rebuilds the projections whose rows another version of the code wrote; answers their names. */
export async function rebuildOutdated(
  pool: pg.Pool,
  store: EventStore,
  projections: readonly Projection[],
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; version: number }>('select name, version from es.subscriptions')
  const written = new Map(rows.map((row) => [row.name, row.version]))
  const outdated = projections.filter(({ name, version }) => (written.get(name) ?? version) !== version)
  for (const projection of outdated) await rebuild(pool, store, projection)
  return outdated.map((projection) => projection.name)
}

async function replaceRows(client: pg.ClientBase, projection: Projection, rows: readonly Row[]): Promise<void> {
  const table = `rm.${projection.name}`
  await client.query(`delete from ${table}`)
  for (let start = 0; start < rows.length; start += pageSize)
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows.slice(start, start + pageSize)),
    ])
  await client.query('delete from es.dead_letters where projection = $1', [projection.name])
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    await client.query('set local idle_in_transaction_session_timeout = 0') // folding a long log takes its time
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

export type Difference = { key: string; live: Row | null; expected: Row | null }

/**
 * Compares the live rows with a straight fold up to the projection's checkpoint; an empty list means they are equal.
 * Keys that were parked are left out: they are reported as dead letters.
 */
export function compareWithLog(pool: pg.Pool, store: EventStore, projection: Projection): Promise<Difference[]> {
  const { name, primaryKey } = projection
  return inTransaction(pool, 'begin isolation level repeatable read', async (client) => {
    const checkpoint = await client.query<{ pos: number }>('select pos from es.subscriptions where name = $1', [name])
    const letters = await client.query<{ key: string }>(
      'select distinct key from es.dead_letters where projection = $1',
      [name],
    )
    const parked = new Set(letters.rows.map((letter) => letter.key))
    const fold = new LogFold(store, projection, parked)
    await fold.advance(checkpoint.rows[0]?.pos ?? 0)
    // Both sides pass through the table's types, so that times and numbers are compared as stored.
    const { rows } = await client.query<{ live: Row | null; expected: Row | null }>(
      `with live as (select * from rm.${name}), expected as (select * from json_populate_recordset(null::rm.${name}, $1))
       select to_json(l) as live, to_json(e) as expected from live l full join expected e using (${primaryKey.join(', ')})
       where to_jsonb(l) is distinct from to_jsonb(e)`,
      [JSON.stringify([...fold.rows.values()])],
    )
    return rows
      .map(({ live, expected }) => ({ key: keyText(projection, (live ?? expected) as RowKey), live, expected }))
      .filter(({ key }) => !parked.has(key))
  })
}
