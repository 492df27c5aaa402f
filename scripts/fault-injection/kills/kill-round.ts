// One run: a shop under load whose processes are killed at failpoints and whose database is killed; then it is
// judged.
import { setTimeout as sleep } from 'node:timers/promises'
import { Driver } from '#scripts/fault-injection/load/driver.ts'
import { Journal } from '#scripts/fault-injection/load/journal.ts'
import { bundle } from '#scripts/fault-injection/processes/bundle.ts'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { failpointPlaces } from '#scripts/fault-injection/processes/failpoint.ts'
import { openServer, type ServerKill, type ServerUnderTest } from '#scripts/fault-injection/processes/server.ts'
import { mortalShop, ShopProcess } from '#scripts/fault-injection/processes/shop-process.ts'
import { caughtUp, openShop } from '#scripts/fault-injection/processes/stage.ts'
import { judge } from '#scripts/fault-injection/verdict/judge.ts'
import { type Random, randomFrom } from '#scripts/load/random.ts'

export type Torment = {
  seed: number
  kills: number
  /** Kills only the server; the shops must survive. */
  spareShops?: boolean
}
export type Suffered = {
  kills: Record<string, number>
  commands: Driver['counts']
  events: number
  /** Milliseconds from the server's return to a completed command. */
  slowestReturn: number
  problems: string[]
}

/** One kill in so many hits the server. */
const serverShare = 4
/** Kills a shop anyway if it misses its failpoint for this long, in milliseconds. */
const patience = 1000
const writesAgainWithin = 5000

export async function torment(one: Torment): Promise<Suffered> {
  await using opened = new AsyncDisposableStack()
  const server = await openServer(opened)
  const journal = new Journal(opened)
  await openShop(server.databaseUrl)
  const trial = new Trial(server, randomFrom(one.seed), journal, await bundle(mortalShop))
  await trial.run(one)
  return await trial.judge()
}

class Trial {
  readonly #server: ServerUnderTest
  readonly #program: URL
  readonly #random: Random
  readonly #journal: Journal
  readonly #driver: Driver
  readonly #shops: (ShopProcess | undefined)[] = []
  readonly #kills: Record<string, number> = {}
  readonly #problems: string[] = []
  #left = 0
  #done = 0
  #slowestReturn = 0

  constructor(server: ServerUnderTest, random: Random, journal: Journal, program: URL) {
    this.#server = server
    this.#program = program
    this.#random = random
    this.#journal = journal
    const shops = () => this.#shops.filter((shop) => shop !== undefined)
    this.#driver = new Driver({ random, journal, shops })
  }

  async run({ kills, spareShops = false }: Torment): Promise<void> {
    this.#left = kills
    const load = this.#driver.run()
    const lives = [0, 1].map((place) => (spareShops ? this.#keepShop(place) : this.#killShops(place)))
    await Promise.all([...lives, this.#killServer(spareShops)])
    this.#driver.stop()
    await load
  }

  async judge(): Promise<Suffered> {
    // The server may still be recovering from the last kill.
    await this.#server.accepting()
    await using opened = new AsyncDisposableStack()
    const core = await openCoreUnderTest(this.#server.databaseUrl, opened)
    const last = this.#start()
    opened.defer(() => last.stop())
    await caughtUp(core)
    this.#problems.push(...(await judge(core, this.#journal.read())))
    const { counts: commands } = this.#driver
    const events = await core.store.head()
    return { kills: this.#kills, commands, events, slowestReturn: this.#slowestReturn, problems: this.#problems }
  }

  #start(failpoint?: string): ShopProcess {
    return ShopProcess.mortal({ databaseUrl: this.#server.databaseUrl, failpoint }, this.#program)
  }

  async #killShops(place: number): Promise<void> {
    while (this.#left > 0) {
      const when = this.#random.pick(['before', 'after'])
      const failpoint = `${this.#random.pick(failpointPlaces)}:${when}:${1 + this.#random.below(6)}`
      const shop = this.#start(failpoint)
      this.#shops[place] = shop
      const late = shop.ready.then(() => sleep(patience, 'late', { ref: false }))
      const end = await Promise.race([shop.ended, late])
      shop.kill()
      if ((await shop.ended) !== 'SIGKILL') this.#problems.push(`the shop ended by itself: ${end}`)
      this.#count(end === 'late' ? 'somewhere' : failpoint.split(':').slice(0, 2).join(':'))
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
    const share = spareShops ? 1 : serverShare
    const kinds: ServerKill[] = ['backend', 'postmaster', 'immediate']
    for (let round = this.#random.below(kinds.length); this.#left > 0; round++) {
      const before = this.#done
      while (this.#left > 0 && this.#done < before + share - 1) await sleep(10)
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
    this.#done++
  }
}
