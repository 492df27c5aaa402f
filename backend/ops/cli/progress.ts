// Shows progress: a redrawn bar on a terminal, else a plain line every few seconds.
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

  /** `total` counts events or other items. Default: a bar on stderr if that is a terminal, else nothing. */
  constructor(label: string, total: number, options: { out?: Writable; mode?: ProgressMode } = {}) {
    this.#label = label
    this.#total = total
    this.#out = options.out ?? process.stderr
    this.#mode = options.mode ?? (process.stderr.isTTY ? 'bar' : 'silent')
  }

  at(done: number): void {
    this.#done = done
    const now = performance.now()
    if (now - this.#drawnAt < drawEvery[this.#mode]) return
    // Prints the first line after a pause, so short work prints none.
    if (this.#mode === 'lines' && this.#drawnAt === 0) this.#drawnAt = this.#started
    if (now - this.#drawnAt < drawEvery[this.#mode]) return
    this.#drawnAt = now
    this.#draw()
  }

  /** Names a step without a count of its own. */
  phase(name: string): void {
    this.#phase = name
    if (this.#mode === 'bar') this.#draw()
  }

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

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
