// Read-your-writes: waits until a read model has reached the position of the caller's last command.
import type pg from 'pg'
import type { Notifications } from '#backend/eventstore/log/notifications.ts'

const usualWaitMs = 500

/** Reads positions from the database after this delay, since a dead connection is noticed late. */
const doubtMs = 100

export class Positions<Name extends string = string> {
  readonly #pool: pg.Pool
  readonly #notifications: Notifications
  readonly #reached = new Map<string, number>()
  readonly #shown = new Map<string, number>()

  constructor(pool: pg.Pool, notifications: Notifications) {
    this.#pool = pool
    this.#notifications = notifications
    notifications.on('checkpoint', (name, position) => this.#note(name, position))
    // A view never goes back in the log, even when switched to another generation. Only a crashed server may lose its
    // last checkpoints, and this connection breaks with the server.
    notifications.on('interrupted', () => this.#reached.clear())
  }

  get isDeaf(): boolean {
    return !this.#notifications.connected
  }

  reached(name: string): number {
    return this.#reached.get(name) ?? 0
  }

  /** The furthest position that a caller may have seen: later answers must not go behind. */
  shown(name: string): number {
    return this.#shown.get(name) ?? 0
  }

  /** True once all these read models have reached `position`; false after maxWaitMs. */
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

  #hears(names: readonly Name[]): boolean {
    return this.#notifications.connected && names.every((name) => this.#reached.has(name))
  }

  async look(names: readonly Name[]): Promise<void> {
    for (const [name, position] of await readPositions(this.#pool, names)) this.#note(name, position)
  }

  #note(name: string, position: number): void {
    if (position > this.reached(name)) this.#reached.set(name, position)
    if (position > this.shown(name)) this.#shown.set(name, position)
  }
}

/** Positions of live subscriptions on this connection's server: later reads there show at least as much. */
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
