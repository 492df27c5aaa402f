// One run: a shop under load whose processes are killed at failpoints, and whose database is killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import { bundle } from '#scripts/fault-injection/processes/bundle.ts'
import type { Child } from '#scripts/fault-injection/processes/child.ts'
import { type Failpoint, failpointPlaces } from '#scripts/fault-injection/processes/failpoint.ts'
import { openServer, type ServerKill, type ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import { mortalShop, startMortal } from '#scripts/fault-injection/processes/shop-process.ts'
import { openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judgeRead } from '#scripts/fault-injection/verdict/judge.ts'
import { type Random, randomFrom } from '#scripts/load/random.ts'

export type Torment = {
  seed: number
  kills: number
  /** Kills only the server; the shops must survive. */
  spareShops?: boolean
}

const killsPerServerKill = 4
/** Kills a shop anyway if it misses its failpoint for this long, in milliseconds. */
const patience = 1000
const writesAgainWithin = 5000

export async function torment({ seed, kills, spareShops = false }: Torment) {
  await using opened = new AsyncDisposableStack()
  const server = await openServer(opened)
  await openShop(server.databaseUrl)
  const program = await bundle(mortalShop)
  const start = (failpoint?: Failpoint) => startMortal({ databaseUrl: server.databaseUrl, failpoint }, program)
  return await new Trial(server, randomFrom(seed), kills, start).run(spareShops)
}

class Trial {
  readonly #server: ServerUnderTest
  readonly #start: (failpoint?: Failpoint) => Child
  readonly #random: Random
  readonly #driver: Driver
  readonly #shops: (Child | undefined)[] = []
  readonly #kills: Record<string, number> = {}
  readonly #problems: string[] = []
  #left: number
  #slowestReturn = 0

  constructor(server: ServerUnderTest, random: Random, kills: number, start: (failpoint?: Failpoint) => Child) {
    this.#server = server
    this.#start = start
    this.#random = random
    this.#left = kills
    this.#driver = new Driver({ random, shops: () => this.#shops.filter((shop) => shop !== undefined) })
  }

  /** `slowestReturn`: milliseconds from the server's return to a completed command. */
  async run(spareShops: boolean) {
    const load = this.#driver.run()
    const lives = [0, 1].map((place) => (spareShops ? this.#keepShop(place) : this.#killShops(place)))
    await Promise.all([...lives, this.#killServer(spareShops)])
    this.#driver.stop()
    await load
    // The server may still be recovering from the last kill.
    await this.#server.accepting()
    const last = this.#start()
    await using opened = new AsyncDisposableStack()
    opened.defer(() => last.stop())
    const { problems, events } = await judgeRead(this.#server.databaseUrl, this.#driver.journal)
    const figures = { kills: this.#kills, commands: this.#driver.counts, slowestReturn: this.#slowestReturn, events }
    return { ...figures, problems: [...this.#problems, ...problems] }
  }

  async #killShops(place: number): Promise<void> {
    while (this.#left > 0) {
      const when = this.#random.pick(['before', 'after'] as const)
      const at = this.#random.pick(failpointPlaces)
      const shop = this.#start({ at, when, nth: 1 + this.#random.below(6) })
      this.#shops[place] = shop
      const late = shop.ready.then(() => sleep(patience, 'late', { ref: false }))
      const end = await Promise.race([shop.ended, late])
      shop.kill()
      if ((await shop.ended) !== 'SIGKILL') this.#problems.push(`the shop ended by itself: ${end}`)
      this.#count(end === 'late' ? 'somewhere' : `${at}:${when}`)
    }
    this.#shops[place] = undefined
  }

  async #keepShop(place: number): Promise<void> {
    const shop = this.#start()
    this.#shops[place] = shop
    while (this.#left > 0) await sleep(20)
    // On a busy machine it may still be starting.
    await Promise.race([shop.ready, shop.ended])
    if (!shop.isReady) this.#problems.push('a shop did not survive its server')
    await shop.stop()
    this.#shops[place] = undefined
  }

  async #killServer(spareShops: boolean): Promise<void> {
    const others = spareShops ? 0 : killsPerServerKill - 1
    const kinds: ServerKill[] = ['backend', 'postmaster', 'immediate']
    for (let round = this.#random.below(kinds.length); this.#left > 0; round++) {
      const turn = Math.max(0, this.#left - others)
      while (this.#left > turn) await sleep(10)
      await sleep(this.#random.below(200))
      if (this.#left <= 0) return
      const kind = kinds[round % kinds.length] ?? 'backend'
      await this.#server.kill(kind, this.#random.pick)
      await this.#expectWrites(spareShops ? writesAgainWithin : 3 * writesAgainWithin)
      this.#count(kind)
    }
  }

  /** `limit`: milliseconds; longer if shops are killed meanwhile. */
  async #expectWrites(limit: number): Promise<void> {
    const back = performance.now()
    const took = () => performance.now() - back
    while (this.#driver.lastDone < back && this.#left > 0 && took() < 2 * limit) await sleep(5)
    if (this.#left <= 0) return
    if (took() > limit) this.#problems.push(`no command was carried out for ${Math.round(took())} ms`)
    this.#slowestReturn = Math.max(this.#slowestReturn, took())
  }

  #count(kind: string): void {
    this.#left--
    this.#kills[kind] = (this.#kills[kind] ?? 0) + 1
  }
}
