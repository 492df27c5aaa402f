// Read-your-writes: waits until a read model has reached the position of the caller's own last command, in whichever process.
import type pg from 'pg'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'

/** Longest wait before a list is answered as it is, in milliseconds. */
const usualWaitMs = 500

/** What should be told and is not for so long is looked up: a connection that swallows everything is noticed late. */
const doubtMs = 100

/** How far the live subscriptions are, as heard from notifications and, in doubt, read from the database. */
export class Positions<Name extends string = string> {
  readonly #pool: pg.Pool
  readonly #notifications: Notifications
  readonly #reached = new Map<string, number>()
  readonly #shown = new Map<string, number>()

  constructor(pool: pg.Pool, notifications: Notifications) {
    this.#pool = pool
    this.#notifications = notifications
    notifications.on('checkpoint', (name, position) => this.#note(name, position))
    // What a view shows never goes back in the log, not even when it is turned to another generation; only a server that ends without warning
    // may lose the last checkpoints, which are fed again. It takes this connection with it.
    notifications.on('interrupted', () => this.#reached.clear())
  }

  /** Whether notifications of other processes cannot arrive, so that what is known may be old. */
  get isDeaf(): boolean {
    return !this.#notifications.connected
  }

  /** How far a subscription is known to be. */
  reached(name: string): number {
    return this.#reached.get(name) ?? 0
  }

  /** How far somebody may have seen a read model: what shows it to them again must not be further back. */
  shown(name: string): number {
    return this.#shown.get(name) ?? 0
  }

  /** True once all these read models show the log up to `position`; false when that took longer than maxWaitMs. */
  async waitFor(names: readonly Name[], position: number, maxWaitMs: number = usualWaitMs): Promise<boolean> {
    const behind = () => names.some((name) => this.reached(name) < position)
    if (!behind()) return true
    const isHeard = this.#hears(names)
    if (!isHeard) await this.look(names)
    if (!behind()) return true
    return new Promise((resolve) => {
      const done = (result: boolean) => {
        clearTimeout(timer)
        clearTimeout(doubt)
        this.#notifications.off('checkpoint', check)
        resolve(result)
      }
      const check = () => {
        if (!behind()) done(true)
      }
      const look = () => void this.look(names).then(check, () => undefined)
      const doubt = isHeard ? setTimeout(look, doubtMs) : undefined
      const timer = setTimeout(() => done(false), maxWaitMs)
      this.#notifications.on('checkpoint', check)
    })
  }

  /** Whether it knows how far these are, and will be told of each move. */
  #hears(names: readonly Name[]): boolean {
    return this.#notifications.connected && names.every((name) => this.#reached.has(name))
  }

  /** Learns from the database how far these are. */
  async look(names: readonly Name[]): Promise<void> {
    for (const [name, position] of await readPositions(this.#pool, names)) this.#note(name, position)
  }

  #note(name: string, position: number): void {
    if (position > this.reached(name)) this.#reached.set(name, position)
    if (position > this.shown(name)) this.#shown.set(name, position)
  }
}

/** How far these live subscriptions are on the server of this connection: what is read there afterwards shows at least as much. */
export async function readPositions(
  on: pg.Pool | pg.ClientBase,
  names: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await on.query<{ name: string; pos: number }>({
    name: 'es.positions',
    text: "select name, pos from es.subscriptions where name = any($1) and state = 'live'",
    values: [names],
  })
  return new Map(rows.map(({ name, pos }) => [name, pos]))
}
