// How far a long command is: a bar that is drawn over on a terminal, or a plain line every few seconds where lines are kept.
import type { Writable } from 'node:stream'

export type ProgressMode = 'bar' | 'lines' | 'silent'

const barWidth = 30
const drawEvery = { bar: 100, lines: 5000, silent: Number.POSITIVE_INFINITY }

export class Progress {
  readonly #label: string
  readonly #total: number
  readonly #out: Writable
  readonly #mode: ProgressMode
  readonly #started = performance.now()
  #drawnAt = 0
  #done = 0
  #phase = ''

  /** total: in events or whatever is counted. Default: a bar on stderr if that is a terminal, else nothing. */
  constructor(label: string, total: number, options: { out?: Writable; mode?: ProgressMode } = {}) {
    this.#label = label
    this.#total = total
    this.#out = options.out ?? process.stderr
    this.#mode = options.mode ?? (process.stderr.isTTY ? 'bar' : 'silent')
  }

  /** `done` of the total are through; cheap to call often. */
  at(done: number): void {
    this.#done = done
    const now = performance.now()
    if (now - this.#drawnAt < drawEvery[this.#mode]) return
    // The first plain line comes after a pause: what is done at once needs none.
    if (this.#mode === 'lines' && this.#drawnAt === 0) this.#drawnAt = this.#started
    if (now - this.#drawnAt < drawEvery[this.#mode]) return
    this.#drawnAt = now
    this.#draw()
  }

  /** Names the step that follows, which has no count of its own. */
  phase(name: string): void {
    this.#phase = name
    if (this.#mode === 'bar') this.#draw()
  }

  /** Leaves the last state on the screen. */
  end(): void {
    if (this.#mode === 'silent') return
    this.#draw()
    if (this.#mode === 'bar') this.#out.write('\n')
  }

  #draw(): void {
    this.#out.write(this.#mode === 'bar' ? `\r${this.#text()}\u001b[K` : `${this.#text()}\n`)
  }

  #text(): string {
    const seconds = (performance.now() - this.#started) / 1000
    const share = this.#total === 0 ? 1 : Math.min(this.#done / this.#total, 1)
    const rate = seconds === 0 ? 0 : this.#done / seconds
    const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')
    const rest = share >= 1 || rate === 0 ? '' : `, faltan ${duration((this.#total - this.#done) / rate)}`
    return `${this.#label} [${bar}] ${Math.floor(share * 100)} %, ${Math.round(rate).toLocaleString('es')} por segundo${rest}${this.#phase && `, ${this.#phase}`}`
  }
}

/** 75 -> '1 min 15 s'. */
function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
