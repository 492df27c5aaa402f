// Runs people in closed loops: each makes the next call after the previous answer. Records all answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { Person, type Reply, type ShopAddress } from './person.ts'

/** A call that a person makes in their nth round. */
export type Errand = {
  kind: string
  ask(person: Person, nth: number): Promise<Reply>
}
export type Call = { kind: string; shop: number; person: number; from: number; until: number; reply: Reply }

const rest = 20
const patience = { patienceMs: 60_000, connections: 4 }

export class Crowd {
  readonly #shops: readonly ShopAddress[]
  readonly #habits: readonly (readonly Errand[])[]
  readonly #walks: Promise<void>[] = []
  readonly #people: Person[] = []
  readonly calls: Call[] = []
  #isOver = false

  /** `habits`: each person walks all of them side by side, the errands of each in turn. */
  constructor(shops: readonly ShopAddress[], habits: readonly (readonly Errand[])[]) {
    this.#shops = shops
    this.#habits = habits
  }

  /** Registers a person, who begins to walk after a `first` errand that must be served; returns the account's id. */
  async join(shop: number, first?: Errand): Promise<number> {
    const person = new Person(this.#shops[shop] as ShopAddress, this.#people.length, patience)
    this.#people.push(person)
    await person.register(`persona${this.#people.length}@gamertech.test`)
    if (first) {
      const { status, text } = await first.ask(person, 0)
      if (status !== 200) throw new Error(`a first ${first.kind} was answered ${status}: ${text}`)
    }
    this.#walks.push(...this.#habits.map((errands) => this.#walk(person, shop, errands)))
    return person.id
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
    for (const person of this.#people) person.leave()
  }

  async #walk(person: Person, shop: number, errands: readonly Errand[]): Promise<void> {
    for (let nth = 1; !this.#isOver; nth++)
      for (const { kind, ask } of errands) {
        const from = performance.now()
        const reply = await ask(person, nth)
        this.calls.push({ kind, shop, person: person.id, from, until: performance.now(), reply })
        if (reply.status === 401) await person.signIn()
        await sleep(rest)
      }
  }
}
