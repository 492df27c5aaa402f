// One run: a shop under load is killed again and again, its processes at named points, its database beneath it; then it is judged.
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '#backend/db/database.ts'
import { product } from '#backend/domain/product/product.ts'
import { stock } from '#backend/domain/stock/stock.ts'
import { type CommandContext, handleCommand } from '#backend/eventstore/handle-command.ts'
import { openProjections } from '#backend/eventstore/open-projections.ts'
import { registerReactors } from '#backend/eventstore/subscription.ts'
import { JobQueue } from '#backend/jobs/queue.ts'
import { jobReactor } from '#backend/processes/job-reactor.ts'
import { projections } from '#backend/readmodels/projections.ts'
import type { Core } from '#backend/wiring.ts'
import { currency } from './command.ts'
import { Driver, productCount } from './driver.ts'
import { failpointPlaces } from './failpoint.ts'
import { Journal } from './journal.ts'
import { type Random, randomFrom } from './random.ts'
import { type ServerKill, TorturedServer } from './server.ts'
import { ShopProcess } from './shop-process.ts'
import { openTorturedCore } from './tortured-core.ts'
import { judge } from './verdict.ts'

export type Torment = { seed: number; kills: number }
export type Suffered = {
  kills: Record<string, number>
  commands: Driver['counts']
  events: number
  /** Longest time from the server's return to a command carried out, in milliseconds. */
  slowestReturn: number
  problems: string[]
}

/** One kill in so many is the server's. */
const serverShare = 4
/** A shop that did not meet its failpoint in this time is killed where it stands, in milliseconds. */
const patience = 700
const writesAgainWithin = 5000

/** Runs one seed on a server of its own; progress is told after each kill. */
export async function torment(
  { seed, kills }: Torment,
  progress: (kills: number) => void = () => undefined,
): Promise<Suffered> {
  const random = randomFrom(seed)
  const server = await TorturedServer.create(tmpdir())
  const journalFile = join(tmpdir(), `gamertech-torture-${process.pid}-${seed}.journal`)
  const journal = new Journal(journalFile)
  try {
    await openShop(server.databaseUrl)
    const trial = new Trial(server, random, journal, progress)
    await trial.run(kills)
    return await trial.judge()
  } finally {
    journal.close()
    await rm(journalFile, { force: true })
    await server.remove()
  }
}

class Trial {
  readonly #server: TorturedServer
  readonly #random: Random
  readonly #journal: Journal
  readonly #progress: (kills: number) => void
  readonly #driver: Driver
  readonly #shops: (ShopProcess | undefined)[] = []
  readonly #kills: Record<string, number> = {}
  readonly #problems: string[] = []
  #left = 0
  #done = 0
  #slowestReturn = 0

  constructor(server: TorturedServer, random: Random, journal: Journal, progress: (kills: number) => void) {
    this.#server = server
    this.#random = random
    this.#journal = journal
    this.#progress = progress
    const shops = () => this.#shops.filter((shop) => shop !== undefined)
    this.#driver = new Driver({ random, journal, shops })
  }

  async run(kills: number): Promise<void> {
    this.#left = kills
    const load = this.#driver.run()
    await Promise.all([this.#killShops(0), this.#killShops(1), this.#killServer()])
    this.#driver.stop()
    await load
  }

  async judge(): Promise<Suffered> {
    const core = await openTorturedCore(this.#server.databaseUrl)
    const last = new ShopProcess(this.#server.databaseUrl)
    try {
      await caughtUp(core)
      this.#problems.push(...(await judge(core, this.#journal.read())))
      const { counts: commands } = this.#driver
      const events = await core.store.head()
      return { kills: this.#kills, commands, events, slowestReturn: this.#slowestReturn, problems: this.#problems }
    } finally {
      last.kill()
      await last.ended
      await core.close()
    }
  }

  /** Lives of one of the two processes, one after another, each with another end. */
  async #killShops(slot: number): Promise<void> {
    while (this.#left > 0) {
      const when = this.#random.pick(['before', 'after'])
      const failpoint = `${this.#random.pick(failpointPlaces)}:${when}:${1 + this.#random.below(12)}`
      const shop = new ShopProcess(this.#server.databaseUrl, failpoint)
      this.#shops[slot] = shop
      const late = shop.ready.then(() => sleep(patience, 'late', { ref: false }))
      const end = await Promise.race([shop.ended, late])
      shop.kill()
      if ((await shop.ended) !== 'SIGKILL') this.#problems.push(`the shop ended by itself: ${end}`)
      this.#count(end === 'late' ? 'somewhere' : failpoint.split(':').slice(0, 2).join(':'))
    }
    this.#shops[slot] = undefined
  }

  async #killServer(): Promise<void> {
    const kinds: ServerKill[] = ['backend', 'postmaster', 'immediate']
    for (let round = this.#random.below(kinds.length); this.#left > 0; round++) {
      const before = this.#done
      while (this.#left > 0 && this.#done < before + serverShare - 1) await sleep(10)
      await sleep(this.#random.below(200))
      if (this.#left <= 0) return
      const kind = kinds[round % kinds.length] ?? 'backend'
      await this.#server.kill(kind, this.#random.pick)
      this.#count(kind)
      await this.#expectWrites()
    }
  }

  async #expectWrites(): Promise<void> {
    const back = performance.now()
    while (this.#driver.lastDone < back && this.#left > 0) {
      if (performance.now() - back > 2 * writesAgainWithin) break
      await sleep(5)
    }
    if (this.#left <= 0) return
    const took = performance.now() - back
    if (took > writesAgainWithin) this.#problems.push(`no command was carried out for ${Math.round(took)} ms`)
    this.#slowestReturn = Math.max(this.#slowestReturn, took)
  }

  #count(kind: string): void {
    this.#left--
    this.#kills[kind] = (this.#kills[kind] ?? 0) + 1
    this.#progress(++this.#done)
  }
}

/** Products to sell, with stock, and checkpoints at the beginning of the log. */
async function openShop(databaseUrl: string): Promise<void> {
  const core = await openTorturedCore(databaseUrl)
  const owner = createPool(databaseUrl, { as: 'owner', max: 2 })
  const queue = new JobQueue(core.pool, () => undefined)
  try {
    await openProjections(owner, core.store, projections)
    await registerReactors(core.pool, core.store, [jobReactor(queue)])
    await queue.start()
    for (let id = 1; id <= productCount; id++) await stockProduct(core, id)
  } finally {
    await queue.stop()
    await owner.end()
    await core.close()
  }
}

async function stockProduct({ store }: Core, productId: number): Promise<void> {
  const context = (): CommandContext => ({ actor: 'operator', correlation: crypto.randomUUID() })
  const details = { name: `P${productId}`, description: '', category: 'x', imageUrl: '', specs: [] }
  const added = context()
  const command = { type: 'AddProduct', productId, details, priceCents: 100 * productId, currency } as const
  await handleCommand(store, { ...added, commandId: added.correlation }, product, productId, command)
  const received = context()
  const receive = { type: 'AdjustStock', productId, delta: 20 } as const
  await handleCommand(store, { ...received, commandId: received.correlation }, stock, productId, receive)
}

async function caughtUp({ pool, store }: Core): Promise<void> {
  const head = await store.head()
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await pool.query<{ behind: number }>(
      "select count(*) as behind from es.subscriptions where state <> 'building' and pos < $1",
      [head],
    )
    if (rows[0]?.behind === 0) return
    await sleep(50)
  }
  throw new Error(`subscriptions do not reach ${head}`)
}
