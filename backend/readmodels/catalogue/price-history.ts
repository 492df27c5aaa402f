// As much of what a product cost as the announcement of a lower price needs: the price of before is the lowest at which everybody could buy
// it within thirty days. Changes are ordered by their place in the log, whatever the clock said.

export const priceWindowMs = 30 * 24 * 3_600_000

/** A lower price that may be announced. since: time of the last change that made it lower, in milliseconds. */
export type Reduction = { fromCents: number; since: number }

export type PriceHistory = {
  /** In milliseconds; where the clock was set back, one later than the change before. */
  at: number
  cents: number
  currency: string
  isOffered: boolean
  /** The price at which it is, or was last, offered. */
  offeredCents: number
  /**
   * Earlier prices at which it was offered, until when, the lowest first. One that was followed by a lower one is left out: whatever window
   * reaches it reaches the lower one too.
   */
  past: readonly { cents: number; until: number }[]
  reduction: Reduction | null
  priced: Source
  /** What the offered price took the place of, and what set it. */
  replaced: (Source & { cents: number; reduction: Reduction | null }) | null
}

/** Where a change stands in the log, and what it was done with, like all of one batch. */
type Source = { position: number; correlation: string }
export type PriceChange = Source & {
  at: number
  /** Position of the event that led to it. */
  causation?: number | undefined
  cents?: number
  currency?: string
  isOffered?: boolean
}

/** The history of a product that is offered from the first. */
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

/** The history after a change of the price, or of whether it is offered. Time out of sale has no price. */
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

/** What may be said of the price as it is. */
export function announced({ cents, offeredCents, reduction }: PriceHistory): Reduction | null {
  return cents === offeredCents ? reduction : null
}

function pastAt({ at: since, cents, isOffered, past }: PriceHistory, at: number, windowMs: number) {
  const inWindow = past.filter(({ until }) => until > at - windowMs)
  if (!isOffered || at === since) return inWindow
  return [...inWindow.filter((one) => one.cents < cents), { cents, until: at }]
}

/** Whether the change is the undo of what set the offered price: caused by it, or of the same batch, and back to what was there before. */
function takesBack({ replaced }: PriceHistory, { cents, causation, correlation }: PriceChange): boolean {
  return (
    replaced !== null &&
    cents === replaced.cents &&
    (causation === replaced.position || correlation === replaced.correlation)
  )
}
