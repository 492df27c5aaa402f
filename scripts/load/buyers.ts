// Open-loop visitors and buyers over HTTP: a fixed rate whatever the shop does, without retries.
import { setTimeout as sleep } from 'node:timers/promises'
import { OpenLoop } from './open-loop.ts'
import { Person, type Reply, type ShopAddress } from './person.ts'

export const productCount = 6
/** Never sold out, and not among the others. */
export const plentifulProduct = productCount + 1

export type Rates = { reads: number; orders: number }
/** An acknowledged order: `at` by performance.now(), and its events' data. */
export type Acknowledged = { at: number; orderId: number; userId: number; correlation: string }
type Kind = 'read' | 'ownRead' | 'change'
export type Failed = { kind: Kind; at: number; path: string; status: number; text: string }

const visitorCount = 20
/** More under way means that the machine is too slow. */
const mostUnderWay = 300
const retriesOfRegistration = 20
/** Retries for an order that is not shown yet, and the pause between them. */
const looks = 8
const lookAgainMs = 500

type Buyer = { person: Person; isBusy: boolean }

export class Buyers {
  readonly #shop: ShopAddress
  readonly #rates: Rates
  readonly #approve: (preferenceId: string) => Promise<unknown>
  readonly #visitors: Person[]
  readonly #buyers: Buyer[] = []
  #loops: OpenLoop[] = []
  readonly asked: Record<Kind, number> = { read: 0, ownRead: 0, change: 0 }
  readonly failed: Failed[] = []
  readonly orders: Acknowledged[] = []
  readonly additions: { at: number; correlation: string; userId: number }[] = []

  constructor(parts: ShopAddress & { rates: Rates; approve: (preferenceId: string) => Promise<unknown> }) {
    this.#shop = parts
    this.#rates = parts.rates
    this.#approve = parts.approve
    this.#visitors = Array.from({ length: visitorCount }, (_, nth) => new Person(this.#shop, nth))
  }

  /** Calls not made: too many under way or all buyers busy. */
  get skipped(): number {
    return this.#loops.reduce((sum, { skipped }) => sum + skipped, 0)
  }

  /** Creates the buyers' accounts; throws if refused for more than ten seconds. */
  async register(count: number): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      const person = new Person(this.#shop, visitorCount + nth)
      await person.register(`buyer${nth}@gamertech.test`, retriesOfRegistration)
      this.#buyers.push({ person, isBusy: false })
    }
  }

  /** Renews the sessions between purchases, since they last half an hour. Throws if refused. */
  async signInAgain(): Promise<void> {
    for (const buyer of [...this.#buyers]) {
      while (buyer.isBusy) await sleep(5)
      buyer.isBusy = true
      const { status, text } = await buyer.person.signIn()
      if (status !== 200) throw new Error(`signing in answered ${status}: ${text}`)
      buyer.isBusy = false
    }
  }

  start(): void {
    this.#loops = [
      new OpenLoop(1000 / this.#rates.reads, mostUnderWay, (nth) => this.#look(nth)),
      new OpenLoop(1000 / this.#rates.orders, mostUnderWay, () => this.#buy()),
    ]
  }

  async stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()))
    for (const one of [...this.#visitors, ...this.#buyers.map(({ person }) => person)]) one.leave()
  }

  failedOf(...kinds: Kind[]): Failed[] {
    return this.failed.filter(({ kind }) => kinds.includes(kind))
  }

  /** Half of the lists are cached; the others need the catalogue. */
  #look(nth: number): Promise<unknown> {
    const visitor = this.#visitors[nth % visitorCount] as Person
    const paths = [
      `/api/catalogue?max=${10_000 + nth}`,
      '/api/catalogue',
      `/api/product/${1 + (nth % productCount)}`,
      '/',
    ]
    const path = paths[nth % paths.length] as string
    return this.#call('read', path, visitor.get(path))
  }

  #buy(): Promise<unknown> | undefined {
    const buyer = this.#buyers.find(({ isBusy }) => !isBusy)
    if (!buyer) return undefined
    buyer.isBusy = true
    this.#buyers.push(...this.#buyers.splice(this.#buyers.indexOf(buyer), 1))
    return this.#purchase(buyer.person).finally(() => {
      buyer.isBusy = false
    })
  }

  async #purchase(person: Person): Promise<void> {
    const userId = person.id
    const added = await this.#call('change', '/api/cart/addproducttocart', person.addToCart(plentifulProduct))
    if (!added) return
    this.additions.push({ at: performance.now(), correlation: added.correlation, userId })
    const cart = await this.#call('ownRead', `/api/cart/${userId}`, person.readCart())
    if (!cart) return
    const placed = await this.#press(person, (JSON.parse(cart.text) as { subtotal: number }).subtotal)
    if (!placed) return
    const { orderId, id } = JSON.parse(placed.text) as { orderId: number; id: string }
    this.orders.push({ at: performance.now(), orderId, userId, correlation: placed.correlation })
    // The wallet's refusals don't count against the shop.
    await this.#approve(id).catch(() => undefined)
    await this.#seeOrder(person, `/api/order/${orderId}`)
  }

  /** Polls like the page, since rows may appear late. */
  async #seeOrder(person: Person, path: string): Promise<void> {
    for (let look = 1; ; look++) {
      this.asked.ownRead++
      const answer = await person.get(path)
      if (answer.status !== 404 || look === looks) return void this.#judged('ownRead', path, answer)
      await sleep(lookAgainMs)
    }
  }

  /** A refusal carries the right total, which is then confirmed, as on the page. */
  async #press(person: Person, price: number): Promise<Reply | undefined> {
    const path = '/api/payment/create_preference'
    const press = (total: number) => ({ quantity: '1', price: total, description: 'Tu compra en GamerTech' })
    this.asked.change++
    const first = await person.send('POST', path, press(price))
    if (first.status !== 409) return this.#judged('change', path, first)
    const quote = JSON.parse(first.text) as { code: string; total: number }
    if (quote.code !== 'stale_total') return this.#judged('change', path, first)
    return this.#call('change', path, person.send('POST', path, press(quote.total)))
  }

  /** Undefined if it failed, which is recorded. */
  async #call(kind: Kind, path: string, sent: Promise<Reply>): Promise<Reply | undefined> {
    this.asked[kind]++
    return this.#judged(kind, path, await sent)
  }

  #judged(kind: Kind, path: string, { status, text, ...answer }: Reply): Reply | undefined {
    if (status === 200) return { status, text, ...answer }
    this.failed.push({ kind, at: performance.now(), path, status, text: text.slice(0, 300) })
    return undefined
  }
}
