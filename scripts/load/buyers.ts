// Open-loop visitors and buyers over HTTP: a fixed rate whatever the shop does, without retries.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, Crowd, type Errand } from './crowd.ts'
import { OpenLoop } from './open-loop.ts'
import type { Person, Reply, ShopAddress } from './person.ts'

export const productCount = 6
/** Never sold out, and not among the others. */
export const plentifulProduct = productCount + 1

/** Everybody's, again and again; no list was asked before. */
export const errands = {
  list: { kind: 'list', ask: (person, nth) => person.get(`/api/catalogue?max=${10_000 + nth}`) },
  product: { kind: 'product', ask: (person) => person.get(`/api/product/${plentifulProduct}`) },
  add: { kind: 'add', ask: (person) => person.addToCart(plentifulProduct) },
  cart: { kind: 'cart', ask: (person) => person.readCart() },
} satisfies Record<string, Errand>

export type Rates = { reads: number; orders: number }
type Kind = 'read' | 'ownRead' | 'change'

const visitorCount = 20
/** More under way means that the machine is too slow. */
const mostUnderWay = 300
const retriesOfRegistration = 20
/** Retries for an order that is not shown yet, and the pause between them. */
const looks = 8
const lookAgainMs = 500

export class Buyers extends Crowd {
  readonly #rates: Rates
  readonly #approve: (preferenceId: string) => Promise<unknown>
  readonly #visitors = Array.from({ length: visitorCount }, () => this.enter(0))
  readonly #buyers: Person[] = []
  /** Between two purchases, the longest waiting first. */
  readonly #free: Person[] = []
  #loops: OpenLoop[] = []
  readonly orders: { orderId: number }[] = []
  readonly additions: Reply[] = []

  constructor(parts: ShopAddress & { rates: Rates; approve: (preferenceId: string) => Promise<unknown> }) {
    super([parts])
    this.#rates = parts.rates
    this.#approve = parts.approve
  }

  /** Calls not made: too many under way or all buyers busy. */
  get skipped(): number {
    return this.#loops.reduce((sum, { skipped }) => sum + skipped, 0)
  }

  get failed(): Call[] {
    return this.calls.filter(({ status }) => status !== 200)
  }

  failedOf(kind: Kind): Call[] {
    return this.failed.filter((call) => call.kind === kind)
  }

  /** Creates the buyers' accounts, and lets visitors and buyers go; throws if refused for more than ten seconds. */
  async begin(count: number): Promise<void> {
    for (let nth = 0; nth < count; nth++) this.#buyers.push(await this.register(0, retriesOfRegistration))
    this.#free.push(...this.#buyers)
    this.#loops = [
      new OpenLoop(1000 / this.#rates.reads, mostUnderWay, (nth) => this.#look(nth)),
      new OpenLoop(1000 / this.#rates.orders, mostUnderWay, () => this.#buy()),
    ]
  }

  /** Renews the sessions between purchases, since they last half an hour. Throws if refused. */
  async signInAgain(): Promise<void> {
    for (const buyer of this.#buyers) {
      while (!this.#free.includes(buyer)) await sleep(5)
      this.#free.splice(this.#free.indexOf(buyer), 1)
      const { status, text } = await buyer.signIn()
      if (status !== 200) throw new Error(`signing in answered ${status}: ${text}`)
      this.#free.push(buyer)
    }
  }

  override async leave(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()))
    await super.leave()
  }

  /** Half of the lists are cached; the others need the catalogue. */
  async #look(nth: number): Promise<void> {
    const visitor = this.#visitors[nth % visitorCount] as Person
    const paths = [
      `/api/catalogue?max=${10_000 + nth}`,
      '/api/catalogue',
      `/api/product/${1 + (nth % productCount)}`,
      '/',
    ]
    this.note('read', visitor, await visitor.get(paths[nth % paths.length] as string))
  }

  #buy(): Promise<void> | undefined {
    const buyer = this.#free.shift()
    return buyer && this.#purchase(buyer).finally(() => this.#free.push(buyer))
  }

  async #purchase(buyer: Person): Promise<void> {
    const added = this.#done('change', buyer, await buyer.addToCart(plentifulProduct))
    if (!added) return
    this.additions.push(added)
    const cart = this.#done('ownRead', buyer, await buyer.readCart())
    if (!cart) return
    const { subtotal } = JSON.parse(cart.text) as { subtotal: number }
    const placed = this.#done('change', buyer, await press(buyer, subtotal))
    if (!placed) return
    const { orderId, id } = JSON.parse(placed.text) as { orderId: number; id: string }
    this.orders.push({ orderId })
    // The wallet's refusals don't count against the shop.
    await this.#approve(id).catch(() => undefined)
    this.#done('ownRead', buyer, await seeOrder(buyer, orderId))
  }

  #done(kind: Kind, person: Person, reply: Reply): Reply | undefined {
    return this.note(kind, person, reply).status === 200 ? reply : undefined
  }
}

/** A refusal carries the right total, which is then confirmed, as on the page. */
async function press(buyer: Person, price: number): Promise<Reply> {
  const order = { quantity: '1', price, description: 'Tu compra en GamerTech' }
  const reply = await buyer.send('POST', '/api/payment/create_preference', order)
  const quote = reply.status === 409 ? (JSON.parse(reply.text) as { code: string; total: number }) : undefined
  return quote?.code === 'stale_total' ? press(buyer, quote.total) : reply
}

/** Polls like the page, since rows may appear late. */
async function seeOrder(buyer: Person, orderId: number): Promise<Reply> {
  for (let look = 1; ; look++) {
    const reply = await buyer.get(`/api/order/${orderId}`)
    if (reply.status !== 404 || look === looks) return reply
    await sleep(lookAgainMs)
  }
}
