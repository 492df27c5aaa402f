import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useEffect } from 'react'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { Product, Review } from '#frontend/api.ts'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { reviewsQuery } from './reviews.queries.ts'
import { comeWithProduct, type ReviewsAsked } from './reviews-asked.ts'
import { ShopAnswer } from './shop-answer.tsx'

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

function ReviewEntry({ review }: { review: Review }) {
  return (
    <li className="flex gap-4 py-6">
      <img
        src={review.author.imageUrl ?? '/img/avatar-default.svg'}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className="size-11 shrink-0 rounded-full border border-line bg-raised object-cover"
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h4 className="font-semibold">{review.author.name ?? unknownPerson}</h4>
          <Stars score={review.score} />
          {review.verified && (
            <span className="inline-flex items-center gap-1 rounded-full bg-ok/12 px-2.5 py-0.5 text-xs font-semibold text-ok">
              <BadgeCheck className="size-3.5" />
              Compra verificada
            </span>
          )}
          <time dateTime={review.at} className="text-sm text-muted sm:ml-auto">
            {formatDay(review.at)}
          </time>
        </div>
        <p className="mt-2 leading-relaxed">
          <span className="text-sm font-medium text-muted">Comentario: </span>
          {review.text}
        </p>
        {review.answer && <ShopAnswer answer={review.answer} />}
      </div>
    </li>
  )
}
