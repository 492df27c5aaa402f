import { offerDays } from '#backend/domain/product/product.limits.ts'
import type { CatalogueItem } from '#frontend/api.ts'
import { Price } from '#frontend/ui/figures/price.tsx'

const offerMs = offerDays * 24 * 60 * 60 * 1000

/** `percent`: rounded down. */
export type Fall = { previousPrice: number; since: string; percent: number }

/** Undefined if the price didn't fall, or too long ago. */
export function fallOf({ price, priceFall }: Pick<CatalogueItem, 'price' | 'priceFall'>): Fall | undefined {
  if (!priceFall || price >= priceFall.previousPrice) return undefined
  if (Date.now() - Date.parse(priceFall.since) > offerMs) return undefined
  return { ...priceFall, percent: Math.floor((1 - price / priceFall.previousPrice) * 100) }
}

/** `−25 %`; nothing below one percent. */
export function SavedBadge({ percent, className = '' }: { percent: number; className?: string }) {
  if (percent < 1) return null
  return (
    <span className={`cut bg-magenta px-2.5 py-1 font-display text-sm font-bold text-ink ${className}`}>
      <span className="sr-only">Rebajado un </span>
      <span aria-hidden>−</span>
      {percent} %
    </span>
  )
}

export function PriceBefore({ amount, className = '' }: { amount: number; className?: string }) {
  return (
    <s className={`text-muted ${className}`}>
      <span className="sr-only">antes </span>
      <Price amount={amount} className="font-normal" />
    </s>
  )
}
