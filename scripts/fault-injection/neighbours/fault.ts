import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import type { Call, Crowd } from '#scripts/load/crowd.ts'
import type { Person } from '#scripts/load/person.ts'
import type { Random } from '#scripts/load/random.ts'
import type { FaultProxy } from '#scripts/testing/fault-proxy.ts'

export type Fault = {
  /** Includes the seed's choices. */
  name: string
  /** True: 200, or 503 with Retry-After. Everybody else: 200 at the usual speed. */
  concerns(call: Call): boolean
  begin(): Promise<unknown>
  /** Ends the fault and repairs its damage like an operator. */
  end(): Promise<unknown>
  isLong?: boolean
  /** Longest call that begins before its end, in milliseconds; default: the visitors' limit. */
  longestMs?: number
  /** Deadline for serving everybody again, in milliseconds; default: the driver's timeout of a lost connection. */
  recoversMs?: number
  lost?: ReadonlySet<number>
}

export type Neighbour = { shop: WholeShop; network: FaultProxy }

export type Place = {
  random: Random
  shops: readonly Neighbour[]
  crowd: Crowd
  /** A new person at a shop who fills a cart at once and stays. Throws if not served. */
  join(shop: number): Promise<Person>
  owner: pg.Pool
  core: Core
  /** Positions of events planted past the shop; see Planted. */
  planted: { unreadable: Set<number>; rewritten: Set<number> }
}
