// Computes a price by a rule.
import { type PriceRule, type Rounding, roundings } from './batch.limits.ts'

/** In cents; may be zero or negative, which the caller refuses. */
export function newPrice(cents: number, { by, value, rounding }: PriceRule): number {
  const hundredths = Math.round(value * 100)
  return roundingOf[rounding](
    by === 'amount' ? cents + hundredths : Math.round((cents * (10_000 + hundredths)) / 10_000),
  )
}

const toNearest = (step: number) => (cents: number) => Math.round(cents / step) * step
const roundingOf: Readonly<Record<Rounding, (cents: number) => number>> = {
  none: (cents) => cents,
  unit: toNearest(100),
  ten: toNearest(1000),
  hundred: toNearest(10_000),
  ninetyNine: (cents) => Math.round((cents - 99) / 100) * 100 + 99,
}

export function ruleText({ by, value, rounding }: PriceRule): string {
  const amount = Math.abs(value).toLocaleString('es-AR', { maximumFractionDigits: 2 })
  const size = by === 'percent' ? `${amount} %` : `U$S ${amount}`
  return `${value < 0 ? '−' : '+'}${size}${rounding === 'none' ? '' : `, ${roundings[rounding].toLowerCase()}`}`
}
