// One life of a shop process, seen by the driver.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Command } from '#scripts/fault-injection/load/command.ts'

export const mortalShop = new URL('./shop.child.ts', import.meta.url)

export class ShopProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<string, (answer: Answer) => void>()
  isReady = false
  readonly ready: Promise<unknown>
  /** Resolves with the signal or exit code. */
  readonly ended: Promise<string>

  /** `child`: its module; it reports 'ready' and answers commands. */
  constructor(child: URL, args: readonly string[]) {
    this.#child = fork(child, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Compiled sources halve the start.
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

  /** A shop to be killed. `failpoint`: see failpoint.ts; absent: only by a signal. */
  static mortal(databaseUrl: string, failpoint?: string, program = mortalShop): ShopProcess {
    const args = failpoint ? [databaseUrl, failpoint] : [databaseUrl]
    return new ShopProcess(program, args)
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

  /** Shifts the child's clock by milliseconds, if it supports that. */
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
