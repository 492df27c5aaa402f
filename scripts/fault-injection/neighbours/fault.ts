// Definition of a fault: action, victims, and those who must not notice.
import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { WholeShop } from '#scripts/fault-injection/processes/whole-shop.ts'
import type { Call, Crowd } from '#scripts/load/crowd.ts'
import type { Random } from '#scripts/load/random.ts'
import type { FaultProxy } from '#scripts/testing/fault-proxy.ts'

/** 'refusals': 200, or 503 with Retry-After. 'nothing': 200 at the usual speed. */
export type Harm = 'refusals' | 'nothing'

export type Fault = {
  /** Includes the seed's choices. */
  name: string
  harm(call: Call): Harm
  begin(): Promise<void>
  /** Ends the fault and repairs its damage like an operator. */
  end(): Promise<void>
  /** Shows its effect only if it lasts; see Pace. */
  isLong?: boolean
  /** Longest call that begins before its end, in milliseconds; default: the visitors' limit. */
  longestMs?: number
  /** Deadline for serving everybody again, in milliseconds; default: the driver's timeout of a lost connection. */
  recoversMs?: number
  /** People never served again. */
  lost?: ReadonlySet<number>
}

/** `network`: its own connection to the database. */
export type Neighbour = { shop: WholeShop; network: FaultProxy }

export type Place = {
  random: Random
  shops: readonly Neighbour[]
  crowd: Crowd
  /** A new person at a shop who fills a cart at once; returns the account's id. Throws if not served. */
  join(shop: number): Promise<number>
  owner: pg.Pool
  /** A core connected directly to the database. */
  core: Core
  /** Positions of events planted past the shop; see Planted. */
  planted: { unreadable: Set<number>; rewritten: Set<number> }
}

/** Harm limited to one shop: its leader yields or loses its role before others' carts notice. */
export function harmOfOne(shop: number, call: { shop: number }): Harm {
  return call.shop === shop ? 'refusals' : 'nothing'
}
