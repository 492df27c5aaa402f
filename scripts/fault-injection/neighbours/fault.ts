// What a fault is: what it does to whom, and whom it must leave alone.
import type pg from 'pg'
import type { Core } from '#backend/shop.ts'
import type { Random } from '#scripts/fault-injection/load/random.ts'
import type { ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import type { Call, Crowd } from './crowd.ts'
import type { WholeShop } from './whole-shop.ts'

/**
 * 'refusals': 200, or 503 with Retry-After. 'time': 200, at its own pace. 'nothing': 200, as quickly as ever.
 */
export type Harm = 'refusals' | 'time' | 'nothing'

export type Fault = {
  /** With what the seed chose. */
  name: string
  /** What it may do to this call. */
  harm(call: Call): Harm
  begin(): Promise<void>
  /** Takes it away; what it left behind is put right as an operator would. */
  end(): Promise<void>
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
