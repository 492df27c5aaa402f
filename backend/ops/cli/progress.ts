// Shows progress: a redrawn bar on a terminal, else a plain line every few seconds.
import type { Writable } from 'node:stream'

export type ProgressMode = 'bar' | 'lines' | 'silent'
export type Progress = ReturnType<typeof openProgress>

const barWidth = 30
const drawEvery = { bar: 100, lines: 5000, silent: Number.POSITIVE_INFINITY }

export function openProgress(label: string, total: number, { out, mode }: { out: Writable; mode: ProgressMode }) {
  const started = performance.now()
  // Prints the first line after a pause, so short work prints none.
  let drawnAt = mode === 'lines' ? started : 0
  let [reached, step] = [0, '']
  const draw = () => {
    drawnAt = performance.now()
    const text = `${textOf(label, reached, total, (drawnAt - started) / 1000)}${step && `, ${step}`}`
    out.write(mode === 'bar' ? `\r${text}\u001b[K` : `${text}\n`)
  }
  return {
    at(done: number): void {
      reached = done
      if (performance.now() - drawnAt >= drawEvery[mode]) draw()
    },
    /** Names a step without a count of its own. */
    phase(name: string): void {
      step = name
      if (mode === 'bar') draw()
    },
    end(): void {
      if (mode !== 'silent') draw()
      if (mode === 'bar') out.write('\n')
    },
  }
}

function textOf(label: string, done: number, total: number, seconds: number): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const rate = seconds === 0 ? 0 : done / seconds
  const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')
  const rest = share >= 1 || rate === 0 ? '' : `, faltan ${duration((total - done) / rate)}`
  return `${label} [${bar}] ${Math.floor(share * 100)} %, ${Math.round(rate).toLocaleString('es')} por segundo${rest}`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
