// A product's reviews, newest first: five at first, then those that came with the product, then page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, Review } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { ReviewEntry } from './review-entry.tsx'
import { reviewPagesQuery } from './reviews.queries.ts'

const AT_FIRST = 5

/** stars: only the reviews that give so many; null: all. */
export function ReviewList({ product, stars }: { product: Product; stars: number | null }) {
  const [isOpen, setOpen] = useState(false)
  const { reviews, rating } = product
  const isWhole = reviews.length >= rating.count
  const further = useInfiniteQuery({ ...reviewPagesQuery(product.id, stars), enabled: !isWhole && stars !== null })
  const known = reviews.filter(({ score }) => stars === null || score === stars)
  const pages = isWhole ? [] : (further.data?.pages.flatMap((page) => page.reviews) ?? [])
  const loaded = newestOfEach(isWhole || stars === null ? [...pages, ...known] : pages)
  const shown = isOpen ? loaded : loaded.slice(0, AT_FIRST)
  const total = stars === null ? rating.count : (rating.scores[stars] ?? 0)
  const more = () => (isOpen ? void further.fetchNextPage() : setOpen(true))
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {shown.map((review) => (
          <ReviewEntry key={review.userId} review={review} />
        ))}
      </ul>
      {further.isError && (
        <Failure title="No pudimos cargar más reseñas." onRetry={() => void further.fetchNextPage()} />
      )}
      {shown.length < total && !further.isError && (
        <Button look="outline" className="mt-2" busy={further.isFetching} onClick={more}>
          {!isOpen && loaded.length >= total ? `Ver las ${total} reseñas` : 'Ver más reseñas'}
        </Button>
      )}
    </>
  )
}

/** One review an author, newest first: what was posted between two pages moves reviews from one to the next. */
function newestOfEach(reviews: readonly Review[]): Review[] {
  const ofAuthors = new Map(reviews.map((review) => [review.userId, review]))
  return [...ofAuthors.values()].sort((one, other) => other.at.localeCompare(one.at))
}
