import type { CatalogueItem } from '#frontend/api.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'

type Props = { rating: Pick<CatalogueItem['rating'], 'average' | 'count'>; none: string }

export function RatingMark({ rating: { average, count }, none }: Props) {
  if (average === null || count === 0) return <span>{none}</span>
  return (
    <span className="flex items-center gap-1.5">
      <Stars score={average} count={count} size="size-3.5" />
      <span aria-hidden>({count})</span>
    </span>
  )
}
