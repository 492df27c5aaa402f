// Counts units held by accounts that never paid, by address and by product. The log contains no addresses, so this
// table counts beside it: a row is added before the order is appended, and ignored once the order's stream holds
// nothing any more.
import type pg from 'pg'
import { order } from '#backend/domain/order/order.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { loadStates } from '#backend/eventstore/commands/load-state.ts'
import type { Keyring } from '#backend/eventstore/log/keyring.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export type NewcomerHold = {
  orderId: number
  replaces: number | null
  /** The buyer's address or network; null: unknown and not counted. */
  network: string | null
  networkMost: number
  /** `most`: maximum units of this product in all such orders; null: unlimited. */
  lines: readonly { productId: number; quantity: number; most: number | null }[]
  holdUntil: Date
}
type Other = {
  order_id: number
  product_id: number
  units: number
  hold_until: Date
  is_near: boolean
  is_late: boolean
}

const maxTries = 3
const leastWaitMs = 60_000

type Parts = { pool: pg.Pool; store: ShopStore; keyring: Keyring; now: () => Date }

export class NewcomerHolds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Counts the hold. Throws Rejection too_many_held with the time when there may be room. */
  async take(hold: NewcomerHold): Promise<void> {
    const network = hold.network === null ? null : this.#parts.keyring.claimKey(`newcomer ${hold.network}`)
    for (let tries = 1; !(await this.#note(hold, network)); tries++) {
      const others = await this.#others(hold, network)
      const ended = await this.#ended(others)
      if (ended.size === 0 || tries === maxTries) throw this.#refusal(hold, others)
      await this.giveBack([...ended])
    }
  }

  async giveBack(orderIds: readonly number[]): Promise<void> {
    await this.#parts.pool.query('delete from auth.newcomer_holds where order_id = any($1)', [orderIds])
  }

  async #note({ orderId, replaces, networkMost, lines, holdUntil }: NewcomerHold, network: Buffer | null) {
    const columns = [
      lines.map((line) => line.productId),
      lines.map((line) => line.quantity),
      lines.map((line) => line.most),
    ]
    const { rows } = await this.#parts.pool.query<{ noted: boolean }>({
      name: 'auth.note_newcomer_hold',
      text: 'select auth.note_newcomer_hold($1, $2, $3, $4, $5, $6, $7, $8) as noted',
      values: [orderId, replaces, network, networkMost, ...columns, holdUntil],
    })
    return rows[0]?.noted === true
  }

  /** Other holds of the same network or limited products. One noted a minute ago without a stream never came to be. */
  async #others({ orderId, replaces, lines }: NewcomerHold, network: Buffer | null): Promise<Other[]> {
    const limited = lines.filter(({ most }) => most !== null).map(({ productId }) => productId)
    const { rows } = await this.#parts.pool.query<Other>(
      `select order_id, product_id, units, hold_until, network is not distinct from $1 as is_near,
         noted_at < clock_timestamp() - interval '1 minute' as is_late
       from auth.newcomer_holds where (network = $1 or product_id = any($2)) and order_id <> all($3) order by hold_until`,
      [network, limited, [orderId, replaces ?? orderId]],
    )
    return rows
  }

  async #ended(others: readonly Other[]): Promise<Set<number>> {
    const late = new Map(others.map((one) => [one.order_id, one.is_late]))
    const ids = [...late.keys()]
    const orders = await loadStates(this.#parts.store, order, ids)
    return new Set(ids.filter((id, at) => (orders[at]?.state ? orders[at].state.status !== 'placed' : late.get(id))))
  }

  #refusal({ network, networkMost, lines, holdUntil }: NewcomerHold, others: readonly Other[]): Rejection {
    const asked = lines.reduce((sum, line) => sum + line.quantity, 0)
    const roomFor = (isCounted: (one: Other) => boolean, most: number) =>
      roomAt(others.filter(isCounted), most, holdUntil)
    const full = lines.map(({ productId, quantity, most }) =>
      roomFor(({ product_id }) => product_id === productId, (most ?? Infinity) - quantity),
    )
    if (network !== null) full.push(roomFor(({ is_near }) => is_near, networkMost - asked))
    const now = this.#parts.now().getTime()
    const until = new Date(Math.max(now + leastWaitMs, ...full))
    return new Rejection('too_many_held', {
      until: until.toISOString(),
      retryAfter: Math.ceil((until.getTime() - now) / 1000),
    })
  }
}

/** When holds will have shrunk to `most` units, in milliseconds since 1970; 0: now. */
function roomAt(held: readonly Other[], most: number, latest: Date): number {
  let left = held.reduce((sum, { units }) => sum + units, 0)
  if (left <= most) return 0
  for (const { units, hold_until } of held) {
    left -= units
    if (left <= most) return hold_until.getTime()
  }
  return latest.getTime()
}
