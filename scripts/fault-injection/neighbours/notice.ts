// Decides whether bystanders noticed a fault.
import type { Call } from '#scripts/load/crowd.ts'
import { quantile } from '#scripts/load/quantile.ts'
import type { Fault } from './fault.ts'

/** Milliseconds; anything faster never counts as slow. */
const floor = 150
const slowdown = 3
/** Minimum of calls for a percentile. */
const fewest = 30

export type Noticed = {
  problems: string[]
  /** Undefined: no bystanders, or too few calls. */
  p99?: { usual: number; during: number; isSlow: boolean } | undefined
  refused: number
  unharmed: number
}

/** `usual`: calls before the fault; `during`: while it lasted; `until`: until everybody was served again. */
export function noticeOf(
  fault: Fault,
  usual: readonly Call[],
  during: readonly Call[],
  until: readonly Call[],
): Noticed {
  const unharmed = during.filter((call) => fault.harm(call) === 'nothing')
  return {
    problems: until.flatMap((call) => problemOf(fault, call) ?? []),
    p99: compare(
      usual.filter((call) => fault.harm(call) === 'nothing'),
      unharmed,
    ),
    refused: until.filter(({ reply }) => reply.status === 503).length,
    unharmed: unharmed.length,
  }
}

function problemOf(fault: Fault, call: Call): string | undefined {
  const { kind, shop, person, reply, from, until } = call
  const { status, retryAfter, text } = reply
  const harm = fault.harm(call)
  const took = Math.round(until - from)
  if (took <= (fault.longestMs ?? Number.POSITIVE_INFINITY)) {
    if (status === 200) return undefined
    if (harm === 'refusals' && status === 503 && (retryAfter !== null || kind === 'ready')) return undefined
  }
  const who = harm === 'nothing' ? 'a bystander' : 'concerned'
  return `${fault.name}: ${kind} of ${person} at shop ${shop}, ${who}, was answered ${status} after ${took} ms: ${text.slice(0, 200)}`
}

function compare(usual: readonly Call[], during: readonly Call[]): Noticed['p99'] {
  if (usual.length < fewest || during.length < fewest) return undefined
  const [before, meanwhile] = [p99(usual), p99(during)]
  return { usual: before, during: meanwhile, isSlow: meanwhile > Math.max(floor, slowdown * before) }
}

function p99(calls: readonly Call[]): number {
  const times = calls.map(({ from, until }) => until - from)
  return quantile(times, 0.99)
}
