// What buyers say about a product.
import { useState } from 'react'
import type { Product } from '#frontend/api.ts'
import { formatScore } from '#frontend/ui/score.ts'
import { Stars } from '#frontend/ui/stars.tsx'
import { RatingBars } from './rating-bars.tsx'
import { ReviewList } from './review-list.tsx'

/** Average, spread and the reviews themselves, newest first; a bar of the spread filters them. */
export function ReviewsPanel({ product }: { product: Product }) {
  const [stars, setStars] = useState<number | null>(null)
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-8">
      <h2 id="reviews-title" className="text-xl font-semibold sm:text-2xl">
        Reviews:
      </h2>
      <div className="mt-5 grid gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <RatingSummary rating={product.rating} stars={stars} onStars={setStars} />
        <div className="min-w-0">
          <h3 className="text-lg font-semibold" aria-live="polite">
            Últimas reseñas:
            {stars !== null && (
              <span className="text-muted"> de {stars === 1 ? '1 estrella' : `${stars} estrellas`}</span>
            )}
          </h3>
          {product.rating.count === 0 && (
            <p className="mt-4 text-muted">
              Todavía nadie contó su experiencia con este producto. ¡La primera puede ser la tuya!
            </p>
          )}
          <ReviewList key={stars} product={product} stars={stars} />
        </div>
      </div>
    </section>
  )
}

type SummaryProps = { rating: Product['rating']; stars: number | null; onStars: (stars: number | null) => void }

function RatingSummary({ rating: { average, count, scores }, stars, onStars }: SummaryProps) {
  return (
    <div className="cut-lg self-start border border-line bg-surface p-6">
      <h3 className="text-sm font-medium text-muted">Puntuación general:</h3>
      <div className="mt-2 mb-4 flex items-center gap-4">
        <span className="font-display text-5xl font-bold tabular-nums">
          {average === null ? '–' : formatScore(average)}
        </span>
        <span className="flex flex-col gap-1">
          <Stars score={average} size="size-5" />
          <span className="text-sm text-muted">{count === 1 ? '1 reseña' : `${count} reseñas`}</span>
        </span>
      </div>
      <RatingBars scores={scores} total={count} chosen={stars} onChoose={onStars} />
    </div>
  )
}
