import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Answered = { id: number; answer?: unknown; failure?: string }

/** As `npm start` sets it: compiled sources halve the start. */
export const environment = { NODE_COMPILE_CACHE: join(tmpdir(), 'gamertech-compiled'), MALLOC_ARENA_MAX: '2' }
const printed: string[] = []
const mostChunks = 200

/** The last output of all children since the last call, for a test or a drill that failed. */
export function takeOutput(): string {
  return printed.splice(0).join('')
}

export class Child {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0
  isReady = false
  /** Resolves with what the child says of itself; never if it ends before. */
  readonly ready: Promise<unknown>
  /** Resolves with the signal or exit code. */
  readonly ended: Promise<string>

  constructor(program: URL, spec: unknown, execArgv: readonly string[] = []) {
    this.#child = fork(program, [JSON.stringify(spec)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [...execArgv],
      env: environment,
    })
    const keep = (chunk: unknown) => void printed.splice(0, printed.push(String(chunk)) - mostChunks)
    for (const output of [this.#child.stdout, this.#child.stderr]) output?.on('data', keep)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    this.ready = promise
    this.ended = once(this.#child, 'exit').then(([code, signal]) => {
      this.isReady = false
      for (const { resolve: lose } of this.#waiting.values()) lose(undefined)
      return String(signal ?? code)
    })
    this.#child.on('message', (message: { ready: unknown } | Answered) => {
      if ('id' in message) return this.#answered(message)
      this.isReady = true
      resolve(message.ready)
    })
    this.#child.on('error', () => undefined)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Resolves with the answer, or undefined if the child dies before. Rejects with the child's error. */
  ask<Answer>(question: unknown): Promise<Answer | undefined> {
    const id = ++this.#asked
    const waiting = Promise.withResolvers<unknown>()
    this.#waiting.set(id, waiting)
    this.#child.send({ id, question }, (error) => {
      if (!error) return
      this.isReady = false
      this.#answered({ id })
    })
    return waiting.promise as Promise<Answer | undefined>
  }

  /** Resolves with what the child says of itself. Throws if it ends before. */
  async started(): Promise<unknown> {
    const end = this.ended.then((code) => Promise.reject(new Error(`a process ended at its start: ${code}`)))
    end.catch(() => undefined)
    return Promise.race([this.ready, end])
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  async stop(): Promise<void> {
    this.kill()
    await this.ended
  }

  #answered({ id, answer, failure }: Answered): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (failure === undefined) waiting?.resolve(answer)
    else waiting?.reject(new Error(failure))
  }
}

export function specOfChild<Spec>(): Spec {
  process.on('disconnect', () => process.exit())
  return JSON.parse(process.argv[2] ?? '{}') as Spec
}

/** In the child: answers every question from now on. `ready`: what it says of itself. */
export function answerParent<Question>(ready: unknown, answer: (question: Question) => Promise<unknown>): void {
  process.on('message', ({ id, question }: { id: number; question: Question }) => {
    void answer(question).then(
      (answered) => process.send?.({ id, answer: answered }),
      (error: unknown) => process.send?.({ id, failure: error instanceof Error ? error.stack : String(error) }),
    )
  })
  // Node keeps compiled sources when a process ends by itself, and these are killed.
  flushCompileCache()
  process.send?.({ ready })
}
