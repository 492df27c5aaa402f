// For tests: runs a random program on two stores at once and holds every answer, and afterwards the log, to the oracle.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { AnyEvent } from '#backend/domain/event.ts'
import type { Core } from '#backend/wiring.ts'
import type { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { ClaimTaken, claimScopes, StockShort, VersionConflict } from './append-entry.ts'
import type { NewEntry, NewWrite } from './event-store.ts'
import { newCommandId } from './handle-command.ts'
import { Oracle, type Verdict } from './oracle.examples.ts'
import {
  cartCount,
  type Expectation,
  type Program,
  productCount,
  type Step,
  type StockWrite,
} from './program.examples.ts'
import type { Pump } from './pump.ts'
import { startPump } from './pump-fixture.ts'
import type { StreamName } from './stream-id.ts'

type Attempt = { entry: NewEntry; flawed: boolean; answer: { position: number; duplicate: boolean } | Error }
type Seen = ReadonlyMap<StreamName, number>
type Stores = { first: Core; second: Core; proxy: FaultProxy }

let trials = 0

/** One program's run, with carts, products and claims of its own. */
export class Trial {
  readonly oracle: Oracle
  readonly id = ++trials
  readonly #stores: Stores
  readonly #entries = new Map<string, NewEntry>()
  /** Where each command was appended, by the log. */
  readonly #positions = new Map<string, number>()
  readonly #pumps = new Map<'first' | 'second', Promise<Pump>>()
  #attempts: Attempt[] = []
  #seen: Seen[] = []

  constructor(stores: Stores, head: number) {
    this.#stores = stores
    this.oracle = new Oracle(head)
  }

  get carts(): number[] {
    return Array.from({ length: cartCount }, (_, index) => this.id * cartCount + index)
  }

  /** Runs all rounds; throws at the first answer that the oracle cannot explain. */
  async run(program: Program): Promise<void> {
    try {
      for (const round of program) {
        this.#attempts = []
        this.#seen = []
        await Promise.all(round.map((step) => sleep(step.after).then(() => this.#take(step))))
        this.#stores.proxy.disarm()
        await this.#settle(round.length === 1)
      }
    } finally {
      for (const pump of this.#pumps.values()) await (await pump).stop()
    }
  }

  async #take(step: Step): Promise<void> {
    const core = this.#stores[step.by]
    if (step.kind === 'cut') this.#stores.proxy.arm({ when: step.when, of: 'es.append' })
    else if (step.kind === 'project') await this.#project(step.by, step.on)
    else if (step.kind === 'readLog') await core.store.readAfter(Math.max(0, this.oracle.position - 50), 500)
    else if (step.kind === 'readStreams') await this.#readStreams(core)
    else {
      const entry = this.#entryOf(step)
      if (entry) await this.#append(core, entry, step.kind === 'flawed')
    }
  }

  async #append(core: Core, entry: NewEntry, flawed: boolean): Promise<void> {
    if (!flawed) this.#entries.set(entry.commandId, entry)
    const answer = await core.store.append(entry).catch((error: Error) => error)
    this.#attempts.push({ entry, flawed, answer })
  }

  async #project(by: 'first' | 'second', on: boolean): Promise<void> {
    const pump = this.#pumps.get(by)
    if (on && !pump)
      this.#pumps.set(
        by,
        startPump(this.#stores[by], () => undefined),
      )
    if (on || !pump) return
    this.#pumps.delete(by)
    await (await pump).stop()
  }

  async #readStreams(core: Core): Promise<void> {
    const histories = await core.store.readStreams(this.carts.map((cart): StreamName => `cart-${cart}`))
    for (const [stream, events] of histories)
      events.forEach((event, index) => {
        if (event.version !== index + 1) throw new Error(`${stream} shows version ${event.version} after ${index}`)
      })
    this.#seen.push(new Map([...histories].map(([stream, events]) => [stream, events.length])))
  }

  #entryOf(step: Step & { kind: 'append' | 'repeat' | 'flawed' }): NewEntry | undefined {
    if (step.kind === 'repeat') return [...this.#entries.values()].at(-1 - (step.nth % (this.#entries.size || 1)))
    const commandId = newCommandId()
    const meta = { actor: 'operator', cause: 'Trial', correlation: commandId } as const
    if (step.kind === 'flawed') return { meta, ...flawedEntry(step.flaw, commandId, this.carts[0] ?? 0) }
    const carts = step.carts.map(({ cart, expectation, count, quantity }): NewWrite => {
      const userId = this.carts[cart] ?? 0
      const event = { type: 'ItemAddedToCart', data: { userId, productId: 1, quantity } }
      const events = Array.from({ length: count }, () => event)
      return { stream: `cart-${userId}`, expected: this.#expected(`cart-${userId}`, expectation), events }
    })
    const writes = [...carts, ...this.#stockWrites(step.stock)]
    if (writes.every((write) => write.events.length === 0)) return undefined
    const stream = writes[0]?.stream ?? 'cart-0'
    const key = Buffer.from(`${this.id}:${step.claim}`)
    return { commandId, meta, writes, claims: step.claim === null ? [] : [{ scope: claimScopes.email, key, stream }] }
  }

  #expected(stream: StreamName, expectation: Expectation): number | null {
    const known = this.oracle.version(stream)
    return { any: null, none: 0, known, older: Math.max(0, known - 1), newer: known + 1 }[expectation]
  }

  #stockWrites(moves: readonly StockWrite[]): NewWrite[] {
    const events = new Map<number, AnyEvent[]>()
    for (const { product, move, units } of moves) {
      const productId = this.id * productCount + product
      events.set(productId, [...(events.get(productId) ?? []), stockEvent(productId, move, units)])
    }
    return [...events].map(([productId, list]) => ({ stream: `stock-${productId}`, expected: null, events: list }))
  }

  /** Reads what the round left in the log and goes through it entry by entry beside the round's answers. */
  async #settle(alone: boolean): Promise<void> {
    const unexplained = new Set(this.#attempts.filter(({ flawed, answer }) => !flawed && answer instanceof Error))
    const unseen = new Set(this.#seen)
    const look = () => {
      for (const attempt of unexplained) {
        const verdict = refusalOf(attempt.answer as Error)
        const explained = alone ? [this.oracle.judge(attempt.entry)] : this.oracle.reasons(attempt.entry)
        if (verdict && explained.includes(verdict)) unexplained.delete(attempt)
      }
      for (const seen of unseen)
        if ([...seen].every(([stream, version]) => this.oracle.version(stream) === version)) unseen.delete(seen)
    }
    look()
    for (const entry of await this.#newEntries()) {
      const verdict = this.oracle.judge(entry)
      if (verdict !== 'appended') throw new Error(`${entry.commandId} was appended against ${verdict}`)
      this.oracle.append(entry)
      this.#positions.set(entry.commandId, this.oracle.position)
      look()
    }
    for (const { answer, entry } of unexplained)
      throw new Error(`the oracle says ${this.oracle.judge(entry)}, not what the store did`, { cause: answer })
    for (const seen of unseen) throw new Error(`no moment had these versions: ${JSON.stringify([...seen])}`)
    for (const attempt of this.#attempts) this.#checkAnswer(attempt)
  }

  /** The entries appended since the last round, in order; throws where one is not whole or not as it was sent. */
  async #newEntries(): Promise<NewEntry[]> {
    const { store } = this.#stores.first
    const rows = await store.readAfter(this.oracle.position, 100_000)
    const events = await store.codec.decode(rows, { unseal: false })
    const found: NewEntry[] = []
    const versions = new Map<StreamName, number>()
    for (let next = 0; next < events.length; ) {
      const entry = this.#entries.get(events[next]?.meta.correlation ?? '')
      if (!entry) throw new Error(`position ${rows[next]?.pos} was appended by nobody`)
      for (const { stream, events: sent } of entry.writes)
        for (const { type, data } of sent) {
          const event = events[next++]
          const version = (versions.get(stream) ?? this.oracle.version(stream)) + 1
          versions.set(stream, version)
          const wanted = [stream, version, type, data, entry.commandId]
          const read = [event?.stream, event?.version, event?.type, event?.data, event?.meta.correlation]
          if (!isDeepStrictEqual(read, wanted))
            throw new Error(`the log holds ${JSON.stringify(read)} instead of ${JSON.stringify(wanted)}`)
        }
      found.push(entry)
    }
    return found
  }

  #checkAnswer({ entry, flawed, answer }: Attempt): void {
    const position = this.#positions.get(entry.commandId)
    if (flawed && (!(answer instanceof Error) || refusalOf(answer)))
      throw new Error(`a flawed entry was answered ${JSON.stringify(answer)}`)
    if (!(answer instanceof Error) && answer.position !== position)
      throw new Error(`${entry.commandId} was answered ${JSON.stringify(answer)} but stands at ${position}`)
  }
}

/** The refusal an error stands for; undefined: none that the store may answer. */
function refusalOf(error: Error): Verdict | undefined {
  if (error instanceof VersionConflict) return `version ${error.stream}`
  if (error instanceof ClaimTaken) return 'claim'
  return error instanceof StockShort ? `stock ${error.productId}` : undefined
}

function stockEvent(productId: number, move: StockWrite['move'], units: number): AnyEvent {
  if (move === 'receive' || move === 'lose')
    return { type: 'StockAdjusted', data: { productId, delta: move === 'lose' ? -units : units * 2 } }
  const type = { hold: 'StockHeld', release: 'StockReleased', consume: 'StockConsumed' }[move]
  return { type, data: { productId, orderId: 1, quantity: units } }
}

function flawedEntry(flaw: (Step & { kind: 'flawed' })['flaw'], commandId: string, userId: number) {
  const event = { type: 'ItemAddedToCart', data: { userId, productId: 1, quantity: flaw === 'event' ? 1.5 : 1 } }
  const tooMany = { type: 'StockAdjusted', data: { productId: userId, delta: 2 ** 40 } }
  const stream: StreamName = flaw === 'category' ? 'nothing-1' : `cart-${userId}`
  return {
    commandId: flaw === 'command' ? 'no uuid' : commandId,
    writes: [{ stream, expected: null, events: [flaw === 'number' ? tooMany : event] }],
  }
}
