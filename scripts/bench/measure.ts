// Measures and reports: closed loops, contestants in turns, and each figure beside its aim.
import { loadavg } from 'node:os'
import { quantile } from '#scripts/load/quantile.ts'

/** `rate`: calls per second; percentiles in milliseconds; `failed`: calls. */
export type Run = { rate: number; p50: number; p95: number; failed?: number }
type Limit = { least?: number | undefined; most?: number | undefined }
/** `of`: the name of the value, if its figure has others too. */
export type Aim = Limit & { of?: string; value: number; unit?: string }
export type Finding = {
  what: string
  figure: string
  aim: string
  isReached: boolean
  /** Fails the benchmark if missed, since no busy machine explains it. */
  isBinding?: boolean
}

/** `next`: begins a call; undefined if none is left. */
export async function drive(clients: number, next: () => Promise<unknown> | undefined): Promise<Run> {
  const delays: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (;;) {
        const sent = performance.now()
        const call = next()
        if (!call) return
        await call
        delays.push(performance.now() - sent)
      }
    }),
  )
  return runOf(delays, (performance.now() - start) / 1000)
}

export function runOf(delays: readonly number[], seconds: number): Run {
  return { rate: delays.length / seconds, p50: quantile(delays, 0.5), p95: quantile(delays, 0.95) }
}

export function driveFor(ms: number, clients: number, load: () => Promise<unknown>): Promise<Run> {
  const end = performance.now() + ms
  return drive(clients, () => (performance.now() < end ? load() : undefined))
}

/**
 * Runs both contestants in turns, so that a busy moment affects both; the first turn warms up. Tells the median of the
 * ratios of the first to the second, round by round.
 */
export async function compare(
  what: string,
  rounds: number,
  contestants: Record<string, () => Promise<Run>>,
  { of = 'rate', ...limit }: Limit & { of?: 'rate' | 'p50' | 'p95' },
): Promise<Finding> {
  const turns: Run[][] = []
  for (let round = 0; round <= rounds; round++) {
    const turn: Run[] = []
    for (const run of Object.values(contestants)) turn.push(await run())
    if (round > 0) turns.push(turn)
  }
  const shown = Object.keys(contestants).map((name, nth) => `${name} ${show(turns.map((turn) => turn[nth] as Run))}`)
  const ratios = turns.map(([first, second]) => (first?.[of] ?? 0) / (second?.[of] ?? Number.NaN))
  const value = median(ratios)
  const spread = `${value.toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`
  const ratio = `ratio${of === 'rate' ? '' : ` of ${of}`} ${spread}`
  const failures = turns.flat().flatMap(({ failed }) => failed ?? [])
  const failed = failures.reduce((sum, one) => sum + one, 0)
  const figure = [...shown, ratio, ...(failures.length > 0 ? [`${failed} failed`] : [])].join(', ')
  const none = failures.length > 0 ? [{ of: 'failed', value: failed, most: 0 }] : []
  return tell(what, figure, { value, ...limit, unit: 'x' }, ...none)
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

function show(runs: readonly Run[]): string {
  const middle = (of: 'rate' | 'p50' | 'p95') => median(runs.map((run) => run[of]))
  return `${Math.round(middle('rate'))}/s p50 ${middle('p50').toFixed(2)} p95 ${middle('p95').toFixed(2)} ms`
}

export function tell(what: string, figure: string, ...aims: readonly Aim[]): Finding {
  const isReached = aims.every(({ value, least = value, most = value }) => value >= least && value <= most)
  const texts = aims.map(({ of, least, most, unit = '' }) => {
    const limit = most === undefined ? `>= ${least}${unit}` : `<= ${most}${unit}`
    return of === undefined ? limit : `${of} ${limit}`
  })
  const aim = texts.join(', ')
  const verdict = aim && `  [aim ${aim}: ${isReached ? 'reached' : 'MISSED'}]`
  console.log(`${what}: ${figure}${verdict}  load ${(loadavg()[0] ?? 0).toFixed(1)}`)
  return { what, figure, aim, isReached }
}

export function endingOf(findings: readonly Finding[]): 0 | 1 {
  return findings.some(({ isBinding, isReached }) => isBinding && !isReached) ? 1 : 0
}
