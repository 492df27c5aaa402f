// Measures and reports: closed-loop clients, interleaved rounds, ratios by round with spread, the machine's load
// beside each figure.
import { loadavg } from 'node:os'

export type Load = () => Promise<unknown>
/** `rate`: calls per second; percentiles in milliseconds. */
export type Run = { rate: number; p50: number; p95: number; p99: number }
export type Spread = { median: number; min: number; max: number }
export type Finding = {
  goal: string
  what: string
  figure: string
  aim: string
  isReached: boolean
  /** Fails the benchmark if missed, since no busy machine explains it. */
  isBinding?: boolean
  load: string
}

export function drive(clients: number, ms: number, load: Load): Promise<Run> {
  const end = performance.now() + ms
  return clock(clients, () => (performance.now() < end ? load() : undefined))
}

export function drain<Item>(
  clients: number,
  items: readonly Item[],
  load: (item: Item) => Promise<unknown>,
): Promise<Run> {
  const left = [...items]
  return clock(clients, () => {
    const item = left.pop()
    return item === undefined ? undefined : load(item)
  })
}

/** `next`: starts a call; undefined if none is left. */
async function clock(clients: number, next: () => Promise<unknown> | undefined): Promise<Run> {
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
  const rate = delays.length / ((performance.now() - start) / 1000)
  return { rate, p50: quantile(delays, 0.5), p95: quantile(delays, 0.95), p99: quantile(delays, 0.99) }
}

/** Runs contestants in turns, so that a busy moment affects all; the first turn warms up. */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<Run>>,
): Promise<Record<Name, Run[]>> {
  const names = Object.keys(contestants) as Name[]
  const runs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Run[]>
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const run = await contestants[name]()
      if (round > 0) runs[name].push(run)
    }
  return runs
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) }
}

/** Ratio of two contestants, round by round. */
export function ratioOf(ours: readonly Run[], theirs: readonly Run[], pick: (run: Run) => number): Spread {
  return spread(ours.map((run, round) => pick(run) / (theirs[round] ? pick(theirs[round]) : Number.NaN)))
}

export const rateOf = (run: Run): number => run.rate

export function showSpread({ median, min, max }: Spread, digits = 2): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`
}

export function showRuns(runs: readonly Run[], events = 1): string {
  const median = (pick: (run: Run) => number) => quantile(runs.map(pick), 0.5)
  const rate = Math.round(median(rateOf) * events)
  return `${rate}/s p50 ${median((run) => run.p50).toFixed(2)} p99 ${median((run) => run.p99).toFixed(2)} ms`
}

export function loadNow(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

export type Told = Omit<Finding, 'load'>

/** Prints a finding at once and returns it with the machine's load. */
export function tell(told: Told): Finding {
  const finding = { ...told, load: loadNow() }
  const verdict = finding.aim === '' ? '' : `  [aim ${finding.aim}: ${finding.isReached ? 'reached' : 'MISSED'}]`
  console.log(`${finding.goal.padEnd(4)} ${finding.what}: ${finding.figure}${verdict}  load ${finding.load}`)
  return finding
}

/** 1 if a binding aim was missed. */
export function endingOf(findings: readonly Finding[]): 0 | 1 {
  return findings.some(({ isBinding, isReached }) => isBinding && !isReached) ? 1 : 0
}
