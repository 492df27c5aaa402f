// People who use the whole shops during faults, and the answers they got.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from './visitor.ts'
import { Visitor } from './visitor.ts'
import type { WholeShop } from './whole-shop.ts'

/** Each person's sequential habits, and those that run beside them. */
const habits = [
  ['catalogue', 'product', 'ready'],
  ['add', 'cart'],
] as const
export type Kind = (typeof habits)[number][number]
export type Call = { kind: Kind; shop: number; person: number; from: number; until: number; reply: Reply }

const rest = 20

export class Crowd {
  readonly #shops: readonly WholeShop[]
  readonly #product: number
  readonly #walks: Promise<void>[] = []
  readonly calls: Call[] = []
  #people = 0
  #isOver = false

  /** `product`: goes into everyone's cart again and again. */
  constructor(shops: readonly WholeShop[], product: number) {
    this.#shops = shops
    this.#product = product
  }

  /** Adds a person with account and cart at a shop; returns the account's id. Throws if not served. */
  async join(shop: number): Promise<number> {
    const visitor = new Visitor(this.#shops[shop]?.url ?? '')
    await visitor.register(`persona${++this.#people}@gamertech.test`)
    const { status, text } = await this.#call(visitor, 'add', 0)
    if (status !== 200) throw new Error(`a first item was answered ${status}: ${text}`)
    this.#walks.push(...habits.map((kinds) => this.#walk(visitor, shop, kinds)))
    return visitor.id
  }

  between(from: number, until: number): Call[] {
    return this.calls.filter((call) => call.until > from && call.from < until)
  }

  /** Waits until everybody except `but` was served in each kind of call that began later; false after `limit` ms. */
  async areServedAfter(moment: number, limit: number, but: ReadonlySet<number>): Promise<boolean> {
    const wanted = new Set(
      this.calls.filter(({ person }) => !but.has(person)).map(({ person, kind }) => `${person} ${kind}`),
    )
    while (performance.now() < moment + limit) {
      const served = this.calls.filter(({ from, reply }) => from > moment && reply.status === 200)
      const seen = new Set(served.map(({ person, kind }) => `${person} ${kind}`))
      if ([...wanted].every((one) => seen.has(one))) return true
      await sleep(20)
    }
    return false
  }

  async leave(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#walks)
  }

  async #walk(visitor: Visitor, shop: number, kinds: readonly Kind[]): Promise<void> {
    for (let nth = 1; !this.#isOver; nth++)
      for (const kind of kinds) {
        const from = performance.now()
        const reply = await this.#call(visitor, kind, nth)
        this.calls.push({ kind, shop, person: visitor.id, from, until: performance.now(), reply })
        if (reply.status === 401) await visitor.signIn()
        await sleep(rest)
      }
  }

  /** Varies pages, so that not all are cached. */
  #call(visitor: Visitor, kind: Kind, nth: number): Promise<Reply> {
    const { id: userId } = visitor
    const id = this.#product
    if (kind === 'ready') return visitor.send('GET', '/api/ready')
    if (kind === 'catalogue') return visitor.send('GET', `/api/catalogue?q=P&page=${1 + (nth % 3)}`)
    if (kind === 'product') return visitor.send('GET', `/api/product/${id}`)
    if (kind === 'cart') return visitor.send('GET', `/api/cart/${userId}`)
    return visitor.send('POST', '/api/cart/addproducttocart', { userId, productId: { id, quantity: 1 } })
  }
}
