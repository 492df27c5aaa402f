import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import type { Product } from '#frontend/api.ts'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { ReviewEntry } from './review-entry.tsx'
import { reviewsQuery } from './reviews.queries.ts'
import { comeWithProduct, type ReviewsAsked } from './reviews-asked.ts'

export type ListProps = {
  product: Product
  asked: ReviewsAsked
  /** `isCorrection`: the current address is invalid. */
  onAsk: (next: ReviewsAsked, isCorrection?: boolean) => void
}

/** `onTurn`: the reader turned a page below the reviews. */
export function ReviewList({ product, asked, onAsk, onTurn }: ListProps & { onTurn: () => void }) {
  const { reviews: first, rating } = product
  const further = useQuery({ ...reviewsQuery(product.id, asked), enabled: !comeWithProduct(asked) })
  const own = { reviews: first, page: 1, pages: Math.ceil(rating.count / reviewsPerPage) }
  const shown = comeWithProduct(asked) ? own : further.data
  const pages = shown?.pages ?? 0
  const isBeyond = !further.isPlaceholderData && shown?.reviews.length === 0 && pages > 0
  useEffect(() => {
    if (isBeyond) onAsk({ ...asked, page: pages > 1 ? pages : undefined }, true)
  })
  if (further.isError && !shown)
    return <Failure title="No pudimos cargar las reseñas." of={further.error} onRetry={further.refetch} />
  if (!shown) return <ListBlank />
  const turn = (page: number) => {
    onAsk({ ...asked, page: page > 1 ? page : undefined })
    onTurn()
  }
  return (
    <>
      <ul
        aria-busy={further.isPlaceholderData}
        className="divide-y divide-line transition-opacity aria-busy:opacity-55"
      >
        {shown.reviews.map((review) => (
          <ReviewEntry key={review.userId} review={review} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="mt-4">
          <Pagination page={shown.page} pages={pages} label="Páginas de reseñas" onPage={turn} />
        </div>
      )}
    </>
  )
}

function ListBlank() {
  return (
    <div role="status" aria-label="Cargando reseñas" className="mt-6 flex flex-col gap-6">
      {[1, 2, 3].map((place) => (
        <div key={place} className="shimmer h-20 rounded-lg" />
      ))}
    </div>
  )
}
