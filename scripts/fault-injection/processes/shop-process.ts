// One life of a shop, seen from the driver.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Command } from '#scripts/fault-injection/load/command.ts'

export class ShopProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  /** It can be asked. */
  isReady = false
  /** Resolves when it can be asked. */
  readonly ready: Promise<unknown>
  /** Resolves with the signal or code it ended by. */
  readonly ended: Promise<string>

  /** child: the file that it runs, with these arguments; it says 'ready' and answers commands. */
  constructor(child: URL, args: readonly string[]) {
    this.#child = fork(child, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A life begins twice as fast when its sources are compiled already.
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'gamertech-compiled') },
    })
    this.ended = once(this.#child, 'exit').then(([code, signal]) => {
      this.isReady = false
      for (const lose of this.#waiting.values()) lose({ is: 'lost' })
      return String(signal ?? code)
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.#child.on('message', (message) => {
      if (message === 'ready') {
        this.isReady = true
        resolve()
      } else this.#answered(message as { id: string; answer: Answer })
    })
    this.#child.on('error', () => undefined)
  }

  /** A shop that is there to be killed. failpoint: where it dies, as in failpoint.ts; none: only when it is killed. */
  static mortal(databaseUrl: string, failpoint?: string): ShopProcess {
    const args = failpoint ? [databaseUrl, failpoint] : [databaseUrl]
    return new ShopProcess(new URL('./shop.child.ts', import.meta.url), args)
  }

  /** Resolves when the shop answers or dies. */
  ask(id: string, command: Command): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.send({ id, command }, (error) => {
        if (!error) return
        this.isReady = false
        this.#answered({ id, answer: { is: 'lost' } })
      })
    })
  }

  /** From now on its clock goes wrong by so much, in milliseconds; only for a child that can do that. */
  moveClock(ahead: number): void {
    this.#child.send({ ahead })
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #answered({ id, answer }: { id: string; answer: Answer }): void {
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}
