// Keeps the price history that announcing a reduction needs: the former price is the lowest that everybody could pay
// within thirty days. Orders changes by log position, whatever the clock said.

export const priceWindowMs = 30 * 24 * 3_600_000

export type Reduction = { fromCents: number; since: number }

export type PriceHistory = {
  /** Milliseconds; one later than the previous change if the clock went back. */
  at: number
  cents: number
  currency: string
  isOffered: boolean
  /** The price at the current or last offer. */
  offeredCents: number
  /**
   * Earlier offered prices with their ends, lowest first. Leaves out a price followed by a lower one, since every
   * window that reaches the first reaches the second.
   */
  past: readonly { cents: number; until: number }[]
  reduction: Reduction | null
  priced: Source
  /** The previous offered price, and the change that replaced that price. */
  replaced: (Source & { cents: number; reduction: Reduction | null }) | null
}

/** Log position and correlation of a change; a batch shares its correlation. */
type Source = { position: number; correlation: string }
export type PriceChange = Source & {
  at: number
  causation?: number | undefined
  cents?: number
  currency?: string
  isOffered?: boolean
}

export function firstPrice(change: PriceChange & { cents: number; currency: string }): PriceHistory {
  const { at, cents, currency, position, correlation } = change
  const priced = { position, correlation }
  return {
    at,
    cents,
    currency,
    isOffered: true,
    offeredCents: cents,
    past: [],
    reduction: null,
    priced,
    replaced: null,
  }
}

export function withChange(before: PriceHistory, change: PriceChange, windowMs = priceWindowMs): PriceHistory {
  const at = change.at < before.at ? before.at + 1 : change.at
  const { cents = before.cents, currency = before.currency, isOffered = before.isOffered } = change
  const priced =
    change.cents === undefined ? before.priced : { position: change.position, correlation: change.correlation }
  const after = { ...before, at, cents, currency, isOffered, priced, past: pastAt(before, at, windowMs) }
  if (currency !== before.currency) return { ...after, offeredCents: cents, past: [], reduction: null, replaced: null }
  const exchanged = (reduction: Reduction | null): PriceHistory => {
    const replaced = { ...priced, cents: before.offeredCents, reduction: before.reduction }
    return { ...after, offeredCents: cents, reduction, replaced }
  }
  if (takesBack(before, change)) return exchanged(before.replaced?.reduction ?? null)
  if (!isOffered || cents === before.offeredCents) return after
  const lowest = before.reduction?.fromCents ?? Math.min(...after.past.map((one) => one.cents))
  const isReduced = cents < before.offeredCents && cents < lowest && lowest < Infinity
  return exchanged(isReduced ? { fromCents: lowest, since: change.at } : null)
}

export function announced({ cents, offeredCents, reduction }: PriceHistory): Reduction | null {
  return cents === offeredCents ? reduction : null
}

function pastAt({ at: since, cents, isOffered, past }: PriceHistory, at: number, windowMs: number) {
  const inWindow = past.filter(({ until }) => until > at - windowMs)
  if (!isOffered || at === since) return inWindow
  return [...inWindow.filter((one) => one.cents < cents), { cents, until: at }]
}

/** True if the change undoes the last one: caused by it or of the same batch, and back to the previous price. */
function takesBack({ replaced }: PriceHistory, { cents, causation, correlation }: PriceChange): boolean {
  return (
    replaced !== null &&
    cents === replaced.cents &&
    (causation === replaced.position || correlation === replaced.correlation)
  )
}
