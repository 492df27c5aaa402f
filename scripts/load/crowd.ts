import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Person, type Reply, type ShopAddress } from './person.ts'

export type Errand = {
  kind: string
  ask(person: Person, nth: number): Promise<Reply>
}
/** `text`: only of a failure, and shortened. */
export type Call = Reply & { kind: string; shop: number; person: number }

const restMs = 20
const longestText = 300

export class Crowd {
  readonly #shops: readonly ShopAddress[]
  readonly #walks: Promise<void>[] = []
  readonly #people: Person[] = []
  readonly calls: Call[] = []
  #isOver = false

  constructor(shops: readonly ShopAddress[]) {
    this.#shops = shops
  }

  enter(shop: number, agent?: Agent): Person {
    const person = new Person(this.#shops[shop] as ShopAddress, this.#people.length, agent)
    this.#people.push(person)
    return person
  }

  /** A person with an account. Waits half a second after a 503, so many times; throws if refused. */
  async register(shop: number, retries = 0, agent?: Agent): Promise<Person> {
    const person = this.enter(shop, agent)
    await person.register(`persona${this.#people.length}@gamertech.test`, retries)
    return person
  }

  /** In closed loops until the crowd leaves: walks all `habits` side by side, the errands of each in turn. */
  walk(person: Person, habits: readonly (readonly Errand[])[]): void {
    this.#walks.push(...habits.map((errands) => this.#walk(person, errands)))
  }

  note(kind: string, person: Person, reply: Reply): Reply {
    const text = reply.status === 200 ? '' : reply.text.slice(0, longestText)
    this.calls.push({ ...reply, text, kind, shop: this.#shops.indexOf(person.shop), person: person.id })
    return reply
  }

  get asked(): Record<string, number> {
    const kinds = Object.entries(Object.groupBy(this.calls, ({ kind }) => kind))
    return Object.fromEntries(kinds.map(([kind, calls]) => [kind, calls?.length ?? 0]))
  }

  between(from: number, until: number): Call[] {
    return this.calls.filter((call) => call.until > from && call.from < until)
  }

  /** Waits until everybody except `but` was served in each kind of call that began later; false after `limit` ms. */
  async areServedAfter(moment: number, limit: number, but: ReadonlySet<number>): Promise<boolean> {
    const seenIn = (calls: readonly Call[]) => new Set(calls.map(({ person, kind }) => `${person} ${kind}`))
    const wanted = seenIn(this.calls.filter(({ person }) => !but.has(person)))
    while (performance.now() < moment + limit) {
      const seen = seenIn(this.calls.filter(({ from, status }) => from > moment && status === 200))
      if ([...wanted].every((one) => seen.has(one))) return true
      await sleep(restMs)
    }
    return false
  }

  async leave(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#walks)
    for (const person of this.#people) person.leave()
  }

  async #walk(person: Person, errands: readonly Errand[]): Promise<void> {
    for (let nth = 1; !this.#isOver; nth++)
      for (const { kind, ask } of errands) {
        const { status } = this.note(kind, person, await ask(person, nth))
        if (status === 401) await person.signIn()
        await sleep(restMs)
      }
  }
}
