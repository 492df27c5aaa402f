// For tests: runs a random program on two stores at once and holds every answer, and afterwards the log, to the oracle.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { handleCommand } from '#backend/eventstore/commands/handle-command.ts'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import type { NewEntry } from '#backend/eventstore/log/event-store.ts'
import type { StreamName } from '#backend/eventstore/log/stream-id.ts'
import type { Pump } from '#backend/eventstore/subscriptions/pump.ts'
import type { FaultProxy } from '#scripts/testing/fault-proxy.ts'
import { booksOf, entryOf, membersOf, refusalOf } from './entries.ts'
import { book } from './library/book.ts'
import type { Library } from './library/library.ts'
import { Oracle } from './oracle.ts'
import { startPump } from './pump-fixture.ts'
import type { Program, Step } from './random-program.ts'
import type { Core } from './test-store.ts'

type Attempt = { entry: NewEntry; flawed: boolean; answer: { position: number; duplicate: boolean } | Error }
type Seen = ReadonlyMap<StreamName, number>
type Stores = { first: Core; second: Core; proxy: FaultProxy }

let trials = 0

/** One program's run, with members, books and claims of its own. */
export class Trial {
  readonly oracle: Oracle
  readonly id = ++trials
  readonly #stores: Stores
  readonly #entries = new Map<string, NewEntry>()
  /** Where each command was appended, by the log. */
  readonly #positions = new Map<string, number>()
  readonly #pumps = new Map<'first' | 'second', Promise<Pump>>()
  /** What commands set that are decided on what is there; seen: it was so at some moment of their round. */
  readonly #settings = new Map<string, { bookId: number; available: number; isSeen: boolean }>()
  #attempts: Attempt[] = []
  #answered: { commandId: string; position: number }[] = []
  #seen: Seen[] = []

  constructor(stores: Stores, head: number) {
    this.#stores = stores
    this.oracle = new Oracle(head)
  }

  /** Runs all rounds; throws at the first answer that the oracle cannot explain. */
  async run(program: Program): Promise<void> {
    try {
      for (const round of program) {
        this.#attempts = []
        this.#answered = []
        this.#settings.clear()
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
    else if (step.kind === 'set') await this.#set(core, booksOf(this)[step.book] ?? 0, step.available)
    else {
      const entry = step.kind === 'repeat' ? this.#earlier(step.nth) : entryOf(this, step)
      if (entry) await this.#append(core, entry, step.kind === 'flawed')
    }
  }

  async #append(core: Core, entry: NewEntry, flawed: boolean): Promise<void> {
    if (!flawed) this.#entries.set(entry.commandId, entry)
    const answer = await core.store.append(entry as NewEntry<Library>).catch((error: Error) => error)
    this.#attempts.push({ entry, flawed, answer })
  }

  /** One of the entries sent before, the youngest first. */
  #earlier(nth: number): NewEntry | undefined {
    return [...this.#entries.values()].at(-1 - (nth % (this.#entries.size || 1)))
  }

  async #set(core: Core, bookId: number, available: number): Promise<void> {
    const commandId = newCommandId()
    const setting = { bookId, available, isSeen: false }
    this.#settings.set(commandId, setting)
    const context = { actor: 'operator', correlation: commandId, commandId } as const
    const command = { type: 'SetAvailable', bookId, available } as const
    const { position } = await handleCommand(core.store, context, book, bookId, command)
    this.#answered.push({ commandId, position })
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
    const histories = await core.store.readStreams(
      membersOf(this).map((member): StreamName<'member'> => `member-${member}`),
    )
    for (const [stream, events] of histories)
      events.forEach((event, index) => {
        if (event.version !== index + 1) throw new Error(`${stream} shows version ${event.version} after ${index}`)
      })
    this.#seen.push(new Map([...histories].map(([stream, events]) => [stream, events.length])))
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
      for (const setting of this.#settings.values())
        setting.isSeen ||= this.oracle.available(setting.bookId) === setting.available
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
      const setting = this.#settings.get(entry.commandId)
      if (setting && this.oracle.available(setting.bookId) !== setting.available)
        throw new Error(`${JSON.stringify(setting)} was decided on something else than what was there`)
    }
    for (const { answer, entry } of unexplained)
      throw new Error(`the oracle says ${this.oracle.judge(entry)}, not what the store did`, { cause: answer })
    for (const seen of unseen) throw new Error(`no moment had these versions: ${JSON.stringify([...seen])}`)
    for (const setting of this.#settings.values())
      if (!setting.isSeen) throw new Error(`at no moment was it so: ${JSON.stringify(setting)}`)
    for (const { commandId, position } of this.#answered) {
      const stands = this.#positions.get(commandId) ?? position
      if (stands !== position) throw new Error(`${commandId} was answered ${position} but stands at ${stands}`)
    }
    for (const attempt of this.#attempts) this.#checkAnswer(attempt)
  }

  /** The entries appended since the last round, in order; throws if one is not whole or not as it was sent. */
  async #newEntries(): Promise<NewEntry[]> {
    const { store } = this.#stores.first
    const rows = await store.readAfter(this.oracle.position, 100_000)
    const events = await store.codec.decode(rows, { unseal: false })
    const found: NewEntry[] = []
    const versions = new Map<StreamName, number>()
    for (let next = 0; next < events.length; ) {
      const first = events[next]
      const entry = this.#entries.get(first?.meta.correlation ?? '') ?? this.#settingOf(first)
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

  /** The event of a command that was decided by the store's own commands, as if it had been sent like that. */
  #settingOf(event: RecordedEvent | undefined): NewEntry | undefined {
    const { bookId } = this.#settings.get(event?.meta.correlation ?? '') ?? {}
    if (!event || !bookId) return undefined
    const { type, data, meta } = event
    const writes = [{ stream: `book-${bookId}` as const, expected: null, events: [{ type, data }] }]
    return { commandId: meta.correlation, meta, writes }
  }

  #checkAnswer({ entry, flawed, answer }: Attempt): void {
    const position = this.#positions.get(entry.commandId)
    if (flawed && (!(answer instanceof Error) || refusalOf(answer)))
      throw new Error(`a flawed entry was answered ${JSON.stringify(answer)}`)
    if (!(answer instanceof Error) && answer.position !== position)
      throw new Error(`${entry.commandId} was answered ${JSON.stringify(answer)} but stands at ${position}`)
  }
}
