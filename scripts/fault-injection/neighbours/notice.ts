import type { Call } from '#scripts/load/crowd.ts'
import { quantile } from '#scripts/load/quantile.ts'
import type { Fault } from './fault.ts'

const floorMs = 150
const slowdown = 3
const fewestCalls = 30

export type Noticed = ReturnType<typeof noticeOf>

/** `before` and `during` the fault; `until`: from its begin until everybody was served again. */
export function noticeOf(
  fault: Fault,
  { before, during, until }: Record<'before' | 'during' | 'until', readonly Call[]>,
) {
  const [usual, unharmed] = [before, during].map((calls) => calls.filter((call) => !fault.concerns(call)))
  return {
    problems: until.flatMap((call) => problemOf(fault, call) ?? []),
    p99: compare(usual ?? [], unharmed ?? []),
    refused: until.filter(({ status }) => status === 503).length,
    unharmed: unharmed?.length ?? 0,
  }
}

function problemOf(fault: Fault, call: Call): string | undefined {
  const { kind, shop, person, status, retryAfter, text, from, until } = call
  const isConcerned = fault.concerns(call)
  const took = Math.round(until - from)
  if (took <= (fault.longestMs ?? Number.POSITIVE_INFINITY)) {
    if (status === 200) return undefined
    if (isConcerned && status === 503 && (retryAfter !== undefined || kind === 'ready')) return undefined
  }
  const who = isConcerned ? 'concerned' : 'a bystander'
  return `${fault.name}: ${kind} of ${person} at shop ${shop}, ${who}, was answered ${status} after ${took} ms: ${text}`
}

function compare(before: readonly Call[], meanwhile: readonly Call[]) {
  if (before.length < fewestCalls || meanwhile.length < fewestCalls) return undefined
  const p99 = (calls: readonly Call[]) => {
    const times = calls.map(({ from, until }) => until - from)
    return quantile(times, 0.99)
  }
  const [usual, during] = [p99(before), p99(meanwhile)]
  return { usual, during, isSlow: during > Math.max(floorMs, slowdown * usual) }
}
