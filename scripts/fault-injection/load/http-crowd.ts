// Open-loop visitors and buyers over HTTP: a fixed rate whatever the shop does, without retries.
import { setTimeout as sleep } from 'node:timers/promises'
import { plentifulProduct, productCount } from './driver.ts'
import { type HttpAnswer, HttpPerson } from './http-person.ts'

export type Rates = { reads: number; orders: number }
/** An acknowledged order: `at` by performance.now(), and its events' data. */
export type Acknowledged = { at: number; orderId: number; userId: number; correlation: string }
type Kind = 'read' | 'ownRead' | 'change'
export type Failed = { kind: Kind; at: number; path: string; status: number; text: string }

const password = 'Clave-segura-1'
const visitorCount = 20
/** Skips calls beyond this many under way, which means that the machine is too slow. */
const mostUnderWay = 300
/** Retries for an order that is not shown yet, and the pause between them. */
const looks = 8
const lookAgainMs = 500

type Buyer = { person: HttpPerson; id: number; email: string; isBusy: boolean }

export class HttpCrowd {
  readonly #origin: string
  readonly #publicOrigin: string
  readonly #rates: Rates
  readonly #approve: (preferenceId: string) => Promise<unknown>
  readonly #visitors: HttpPerson[]
  readonly #buyers: Buyer[] = []
  readonly #timers: NodeJS.Timeout[] = []
  readonly #underWay = new Set<Promise<unknown>>()
  #turn = 0
  readonly asked: Record<Kind, number> = { read: 0, ownRead: 0, change: 0 }
  /** Calls not made: too many under way or all buyers busy. */
  skipped = 0
  readonly failed: Failed[] = []
  readonly orders: Acknowledged[] = []
  readonly additions: { at: number; correlation: string; userId: number }[] = []

  constructor(parts: {
    origin: string
    /** The Origin that the shop expects. */
    publicOrigin: string
    rates: Rates
    approve: (preferenceId: string) => Promise<unknown>
  }) {
    this.#origin = parts.origin
    this.#publicOrigin = parts.publicOrigin
    this.#rates = parts.rates
    this.#approve = parts.approve
    this.#visitors = Array.from({ length: visitorCount }, (_, nth) => this.#person(nth))
  }

  #person(nth: number): HttpPerson {
    return new HttpPerson(this.#origin, this.#publicOrigin, nth)
  }

  /** Creates the buyers' accounts; retries 503 for ten seconds; throws if refused. */
  async register(count: number): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      const person = this.#person(visitorCount + nth)
      const email = `buyer${nth}@gamertech.test`
      const ask = () => person.send('POST', '/api/users/new', { name: 'Persona de Prueba', email, password })
      let { status, text } = await ask()
      for (let tries = 0; status === 503 && tries < 20; tries++) {
        await sleep(500)
        ;({ status, text } = await ask())
      }
      if (status !== 201) throw new Error(`registration answered ${status}: ${text}`)
      this.#buyers.push({ person, id: (JSON.parse(text) as { user: { id: number } }).user.id, email, isBusy: false })
    }
  }

  /** Renews the sessions between purchases, since they last half an hour. Throws if refused. */
  async signInAgain(): Promise<void> {
    for (const buyer of [...this.#buyers]) {
      while (buyer.isBusy) await sleep(5)
      buyer.isBusy = true
      const { email, person } = buyer
      const { status, text } = await person.send('POST', '/api/users/verifyuser', { email, password })
      if (status !== 200) throw new Error(`signing in answered ${status}: ${text}`)
      buyer.isBusy = false
    }
  }

  start(): void {
    this.#every(1000 / this.#rates.reads, () => this.#look())
    this.#every(1000 / this.#rates.orders, () => this.#buy())
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#underWay)
    for (const one of [...this.#visitors, ...this.#buyers.map(({ person }) => person)]) one.leave()
  }

  failedOf(...kinds: Kind[]): Failed[] {
    return this.failed.filter(({ kind }) => kinds.includes(kind))
  }

  /** Follows the clock rather than the ticks, to catch up after a slow one. */
  #every(ms: number, work: () => Promise<unknown> | undefined): void {
    const begin = performance.now()
    let started = 0
    const tick = () => {
      for (; started * ms <= performance.now() - begin; started++) {
        const doing = this.#underWay.size < mostUnderWay ? work() : undefined
        if (!doing) this.skipped++
        else {
          this.#underWay.add(doing)
          void doing.finally(() => this.#underWay.delete(doing))
        }
      }
    }
    this.#timers.push(setInterval(tick, Math.max(4, ms)))
  }

  #look(): Promise<unknown> {
    const nth = this.#turn++
    const visitor = this.#visitors[nth % visitorCount] as HttpPerson
    // Half are cached; the others need a database.
    const paths = [
      `/api/catalogue?max=${10_000 + nth}`,
      '/api/catalogue',
      `/api/product/${1 + (nth % productCount)}`,
      '/',
    ]
    return this.#call('read', visitor, 'GET', paths[nth % paths.length] as string)
  }

  #buy(): Promise<unknown> | undefined {
    const buyer = this.#buyers.find(({ isBusy }) => !isBusy)
    if (!buyer) return undefined
    buyer.isBusy = true
    this.#buyers.push(...this.#buyers.splice(this.#buyers.indexOf(buyer), 1))
    return this.#purchase(buyer).finally(() => {
      buyer.isBusy = false
    })
  }

  async #purchase({ person, id: userId }: Buyer): Promise<void> {
    const item = { userId, productId: { id: plentifulProduct, quantity: 1 } }
    const added = await this.#call('change', person, 'POST', '/api/cart/addproducttocart', item)
    if (!added) return
    this.additions.push({ at: performance.now(), correlation: added.correlation, userId })
    const cart = await this.#call('ownRead', person, 'GET', `/api/cart/${userId}`)
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
  async #seeOrder(person: HttpPerson, path: string): Promise<void> {
    for (let look = 1; ; look++) {
      this.asked.ownRead++
      const answer = await person.send('GET', path)
      if (answer.status !== 404 || look === looks) return void this.#judged('ownRead', path, answer)
      await sleep(lookAgainMs)
    }
  }

  /** A refusal carries the right total, which is then confirmed, as on the page. */
  async #press(person: HttpPerson, price: number): Promise<HttpAnswer | undefined> {
    const path = '/api/payment/create_preference'
    const press = (total: number) => ({ quantity: '1', price: total, description: 'Tu compra en GamerTech' })
    this.asked.change++
    const first = await person.send('POST', path, press(price))
    if (first.status !== 409) return this.#judged('change', path, first)
    const told = JSON.parse(first.text) as { code: string; total: number }
    if (told.code !== 'stale_total') return this.#judged('change', path, first)
    return this.#call('change', person, 'POST', path, press(told.total))
  }

  /** Undefined if it failed, which is recorded. */
  async #call(
    kind: Kind,
    person: HttpPerson,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<HttpAnswer | undefined> {
    this.asked[kind]++
    return this.#judged(kind, path, await person.send(method, path, body))
  }

  #judged(kind: Kind, path: string, answer: HttpAnswer): HttpAnswer | undefined {
    if (answer.status === 200) return answer
    this.failed.push({ kind, at: performance.now(), path, status: answer.status, text: answer.text.slice(0, 300) })
    return undefined
  }
}
