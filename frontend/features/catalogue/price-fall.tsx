import { offerDays } from '#backend/domain/product/product.limits.ts'
import type { CatalogueItem } from '#frontend/api.ts'

const offerMs = offerDays * 24 * 60 * 60 * 1000

/** `percent`: rounded down; 0 for a new product, whose reductions show none. */
export type Fall = NonNullable<CatalogueItem['priceFall']> & { percent: number }

/** Undefined if the price didn't fall, or too long ago. */
export function fallOf({ price, priceFall }: Pick<CatalogueItem, 'price' | 'priceFall'>): Fall | undefined {
  if (!priceFall || price >= priceFall.previousPrice) return undefined
  if (Date.now() - Date.parse(priceFall.since) > offerMs) return undefined
  const percent = Math.floor((1 - price / priceFall.previousPrice) * 100)
  return { ...priceFall, percent: priceFall.hasPercent ? percent : 0 }
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
