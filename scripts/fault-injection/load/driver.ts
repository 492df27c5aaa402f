// A seeded driver: sends purchases to the living shops, journals the answers, repeats some lost commands.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '#scripts/fault-injection/processes/child.ts'
import { carryOut } from '#scripts/fault-injection/processes/shop-process.ts'
import { productCount } from '#scripts/load/buyers.ts'
import type { Random } from '#scripts/load/random.ts'
import type { Answer, Command, JournalLine, PlacedOrder } from './command.ts'

const userCount = 12
/** Newly registered accounts have lower ids. */
const firstUser = 1000

type DriverParts = {
  random: Random
  shops: () => readonly Child[]
  shoppers?: number
  restMs?: number
  rebuilds?: boolean
  /** Other drivers' payments have numbers up to this one; default: none. */
  lastPayment?: number
}

export class Driver {
  readonly #parts: Required<DriverParts>
  readonly #orders: PlacedOrder[] = []
  readonly #payments: { orderId: number; paymentId: string }[] = []
  readonly #again: { id: string; command: Command }[] = []
  /** Only one read model is ever rebuilt, since a rebuild would repair faults in the others. */
  readonly #rebuilt: number
  #stopped = false
  readonly journal: JournalLine[] = []
  readonly counts = { done: 0, refused: 0, unknown: 0, lost: 0 }
  lastDone = performance.now()

  constructor(parts: DriverParts) {
    this.#parts = { shoppers: 20, restMs: 0, rebuilds: true, lastPayment: 0, ...parts }
    this.#rebuilt = parts.random.below(100)
  }

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#parts.shoppers }, () => this.#shop()))
  }

  stop(): void {
    this.#stopped = true
  }

  async #shop(): Promise<void> {
    const { random, shops, restMs } = this.#parts
    while (!this.#stopped) {
      const ready = shops().filter((shop) => shop.isReady)
      if (ready.length === 0) {
        await sleep(5)
        continue
      }
      const { id, command } = this.#again.shift() ?? { id: random.uuid(), command: this.#command() }
      const answer = await carryOut(random.pick(ready), id, command)
      this.journal.push({ id, command, answer })
      this.#learn(id, command, answer)
      if (answer.is === 'unknown' || restMs > 0) await sleep(Math.max(20, restMs))
    }
  }

  #learn(id: string, command: Command, answer: Answer): void {
    this.counts[answer.is]++
    if (answer.is === 'done') {
      this.lastDone = performance.now()
      if (answer.order) this.#orders.push(answer.order)
      if (command.do === 'pay') this.#payments.push(command)
    }
    if ((answer.is === 'lost' || answer.is === 'unknown') && this.#parts.random.below(2) === 0)
      this.#again.push({ id, command })
  }

  #command(): Command {
    const { random, rebuilds } = this.#parts
    const userId = firstUser + random.below(userCount)
    const productId = 1 + random.below(productCount)
    const choice = random.below(20)
    const order = this.#orders.length > 0 ? random.pick(this.#orders.slice(-20)) : undefined
    const payment = this.#payments.length > 0 ? random.pick(this.#payments.slice(-10)) : undefined
    if (rebuilds && random.below(80) === 0) return { do: 'rebuild', nth: this.#rebuilt }
    if (choice < 6) return { do: 'add', userId, productId, quantity: 1 + random.below(2) }
    if (choice < 7) return { do: 'remove', userId, productId }
    if (choice < 9) return { do: 'receive', productId, units: random.below(4) === 0 ? -1 : 1 + random.below(4) }
    if (choice < 13 || !order) return { do: 'place', userId }
    if (choice < 14) return { do: 'cancel', orderId: order.orderId }
    if (choice < 19 || !payment) return this.#pay(order)
    return { do: 'refund', orderId: payment.orderId, paymentId: payment.paymentId }
  }

  #pay({ orderId, reference, totalCents }: PlacedOrder): Command {
    const paymentId = String(++this.#parts.lastPayment)
    const approved = this.#parts.random.below(5) > 0
    return { do: 'pay', orderId, paymentId, reference, amountCents: totalCents, approved }
  }
}
