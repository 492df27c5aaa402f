// Measures and reports: closed loops, contestants in turns, and the ratio of ours to each rival, round by round.
import { loadavg } from 'node:os'
import { quantile } from '#scripts/load/quantile.ts'

/** `rate`: calls per second; percentiles in milliseconds. */
export type Run = { rate: number; p50: number; p95: number }
export type Finding = {
  what: string
  figure: string
  /** '' for a figure without one. */
  aim: string
  isReached: boolean
  /** Fails the benchmark if missed, since no busy machine explains it. */
  isBinding?: boolean
}
export type Aim = { of?: keyof Run; least?: number; most?: number }

export function drive(clients: number, ms: number, load: () => Promise<unknown>): Promise<Run> {
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
  return { rate, p50: quantile(delays, 0.5), p95: quantile(delays, 0.95) }
}

/** Runs contestants in turns, so that a busy moment affects all; the first turn warms up. */
export async function interleave<Name extends string, Result>(
  rounds: number,
  contestants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contestants) as Name[]
  const runs = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const run = await contestants[name]()
      if (round > 0) runs[name].push(run)
    }
  return runs
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

function show(runs: readonly Run[]): string {
  const middle = (of: keyof Run) => median(runs.map((run) => run[of]))
  return `${Math.round(middle('rate'))}/s p50 ${middle('p50').toFixed(2)} p95 ${middle('p95').toFixed(2)} ms`
}

/** Tells one finding for each rival of the first contestant. `failed`: calls. */
export function tellRatios<Name extends string>(
  what: string,
  runs: Record<'shop' | Name, readonly Run[]>,
  aims: Record<Name, Aim>,
  failed?: number,
): Finding[] {
  return (Object.entries(aims) as [Name, Aim][]).map(([rival, { of = 'rate', least, most }]) => {
    const ratios = runs.shop.map((run, round) => run[of] / (runs[rival][round]?.[of] ?? Number.NaN))
    const middle = median(ratios)
    const spread = `${middle.toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`
    const isNear = middle >= (least ?? 0) && middle <= (most ?? Number.POSITIVE_INFINITY)
    return tell({
      what,
      figure: `shop ${show(runs.shop)}, ${rival} ${show(runs[rival])}, ratio${of === 'rate' ? '' : ` of ${of}`} ${spread}${failed === undefined ? '' : `, ${failed} failed`}`,
      aim: least === undefined && most === undefined ? '' : `${least === undefined ? `<= ${most}` : `>= ${least}`}x`,
      isReached: isNear && !failed,
    })
  })
}

/** Prints a finding at once, with the machine's load, and returns it. */
export function tell(finding: Finding): Finding {
  const { what, figure, aim, isReached } = finding
  const verdict = aim === '' ? '' : `  [aim ${aim}: ${isReached ? 'reached' : 'MISSED'}]`
  console.log(`${what}: ${figure}${verdict}  load ${(loadavg()[0] ?? 0).toFixed(1)}`)
  return finding
}

/** 1 if a binding aim was missed. */
export function endingOf(findings: readonly Finding[]): 0 | 1 {
  return findings.some(({ isBinding, isReached }) => isBinding && !isReached) ? 1 : 0
}
