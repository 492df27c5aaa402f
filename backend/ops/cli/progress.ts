// Shows progress: a redrawn bar on a terminal, else a plain line every few seconds.
import type { Writable } from 'node:stream'

export type ProgressMode = 'bar' | 'lines' | 'silent'

const barWidth = 30
const drawEvery = { bar: 100, lines: 5000, silent: Number.POSITIVE_INFINITY }

type Shown = { phase: string; done: number; total: number; started: number; drawnAt: number }

export function openProgress({ out, mode }: { out: Writable; mode: ProgressMode }) {
  let shown: Shown | undefined
  const draw = (bar: Shown) => {
    bar.drawnAt = performance.now()
    out.write(mode === 'bar' ? `\r${textOf(bar)}\u001b[K` : `${textOf(bar)}\n`)
  }
  return {
    at(done: number, total: number, phase = ''): void {
      const now = performance.now()
      // Prints the first line after a pause, so short work prints none.
      if (shown?.phase !== phase) shown = { phase, done, total, started: now, drawnAt: mode === 'lines' ? now : 0 }
      Object.assign(shown, { done, total })
      if (now - shown.drawnAt >= drawEvery[mode]) draw(shown)
    },
    end(): void {
      if (shown && mode !== 'silent') draw(shown)
      if (shown && mode === 'bar') out.write('\n')
      shown = undefined
    },
  }
}

function textOf({ phase, done, total, started, drawnAt }: Shown): string {
  const seconds = (drawnAt - started) / 1000
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const rate = seconds === 0 ? 0 : done / seconds
  const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')
  const rest = share >= 1 || rate === 0 ? '' : `, faltan ${duration((total - done) / rate)}`
  return `${phase} [${bar}] ${Math.floor(share * 100)} %, ${Math.round(rate).toLocaleString('es')} por segundo${rest}`
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
