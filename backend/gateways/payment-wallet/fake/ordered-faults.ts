// Faults that tests ordered, by operation of the provider's API.
import type { Pool } from 'pg'

export const operations = [
  'create_preference',
  'update_preference',
  'get_payment',
  'search_payments',
  'refund',
] as const
export type Operation = (typeof operations)[number]

/** `lost_answer` does the work and answers 500, `held_answer` does it and hangs; all others do nothing at all. */
export const faultKinds = [
  'error_500',
  'too_many_requests',
  'hang',
  'hanging_body',
  'broken_json',
  'lost_answer',
  'held_answer',
  'refused',
] as const
export type FaultKind = (typeof faultKinds)[number]

const lookEveryMs = 100

/** Reads orders from the database, so every process sees them; doesn't query on each request while there are none. */
export class OrderedFaults {
  readonly #pool: Pool
  #ordered = 0
  #noneUntil = 0
  /** Resolves whether the poll under way found any order. */
  #isAny: Promise<boolean> | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async order(operation: Operation, kind: FaultKind, times: number): Promise<void> {
    const sql = 'insert into fake_wallet.faults (operation, kind, remaining) values ($1, $2, $3)'
    await this.#pool.query(sql, [operation, kind, times])
    this.#ordered++
    this.#noneUntil = 0
    this.#isAny = undefined
  }

  async next(operation: Operation): Promise<FaultKind | undefined> {
    if (performance.now() < this.#noneUntil) return undefined
    if (this.#isAny && !(await this.#isAny)) return undefined
    const before = this.#ordered
    const look = this.#take(operation)
    const isAny = look.then(
      (rows) => rows.length > 0,
      () => true,
    )
    this.#isAny = isAny
    const rows = await look.finally(() => {
      if (this.#isAny === isAny) this.#isAny = undefined
    })
    if (rows.length === 0 && this.#ordered === before) this.#noneUntil = performance.now() + lookEveryMs
    return rows[0]?.kind ?? undefined
  }

  /** No row: no orders at all. A row without a kind: none for this operation. */
  async #take(operation: Operation): Promise<{ kind: FaultKind | null }[]> {
    const { rows } = await this.#pool.query<{ kind: FaultKind | null }>(
      `with taken as (update fake_wallet.faults set remaining = remaining - 1 where id = (
         select id from fake_wallet.faults where remaining > 0 and operation = $1 order by id limit 1 for update)
       returning kind)
       select (select kind from taken) as kind where exists (select from fake_wallet.faults where remaining > 0)`,
      [operation],
    )
    return rows
  }
}
