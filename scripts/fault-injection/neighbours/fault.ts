// Definition of a fault: action, victims, and those who must not notice.
import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { Random } from '#scripts/fault-injection/load/random.ts'
import type { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import type { Call, Crowd } from './crowd.ts'
import type { WholeShop } from './whole-shop.ts'

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

export type Place = {
  random: Random
  server: ServerUnderTest
  shops: readonly WholeShop[]
  crowd: Crowd
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
