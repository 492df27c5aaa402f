// What a fault is: what it does to whom, and whom it must leave alone.
import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { Random } from '#scripts/fault-injection/load/random.ts'
import type { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import type { Call, Crowd } from './crowd.ts'
import type { WholeShop } from './whole-shop.ts'

/** 'refusals': 200, or 503 with Retry-After. 'nothing': 200, as quickly as ever. */
export type Harm = 'refusals' | 'nothing'

export type Fault = {
  /** With what the seed chose. */
  name: string
  /** What it may do to this call. */
  harm(call: Call): Harm
  begin(): Promise<void>
  /** Takes it away; what it left behind is put right as an operator would. */
  end(): Promise<void>
  /** It shows what it does only if it lasts; see Pace. */
  isLong?: boolean
  /** No call that begins before its end may take longer, in milliseconds; default: the visitors' own limit. */
  longestMs?: number
  /** Within so many milliseconds after its end everybody is served again; default: as long as the driver may keep a lost connection. */
  recoversMs?: number
  /** Who is never served again. */
  lost?: ReadonlySet<number>
}

/** Where faults happen. */
export type Place = {
  random: Random
  server: ServerUnderTest
  shops: readonly WholeShop[]
  crowd: Crowd
  /** With the owner's rights and without limits of time. */
  owner: pg.Pool
  /** Another process's worth of the shop, straight on the database. */
  core: Core
  /** Positions of what no shop wrote into the log; see Planted. */
  planted: { unreadable: Set<number>; rewritten: Set<number> }
}

/** Of what harms one shop alone: whoever feeds the read models of all shops makes way, or loses them, before others' carts notice. */
export function harmOfOne(shop: number, call: { shop: number }): Harm {
  return call.shop === shop ? 'refusals' : 'nothing'
}
