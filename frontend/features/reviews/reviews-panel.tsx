// What buyers say about a product.
import { useState } from 'react'
import type { Review } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { formatScore } from '#frontend/ui/score.ts'
import { Stars } from '#frontend/ui/stars.tsx'
import { averageScore } from './rating.ts'
import { RatingBars } from './rating-bars.tsx'
import { ReviewEntry } from './review-entry.tsx'

const AT_FIRST = 5

/** Average, spread and the reviews themselves, newest first; a bar of the spread filters them. */
export function ReviewsPanel({ reviews }: { reviews: Review[] }) {
  const [stars, setStars] = useState<number | null>(null)
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-8">
      <h2 id="reviews-title" className="text-xl font-semibold sm:text-2xl">
        Reviews:
      </h2>
      <div className="mt-5 grid gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <RatingSummary scores={reviews.map(({ score }) => score)} stars={stars} onStars={setStars} />
        <div className="min-w-0">
          <h3 className="text-lg font-semibold" aria-live="polite">
            Últimas reseñas:
            {stars !== null && (
              <span className="text-muted"> de {stars === 1 ? '1 estrella' : `${stars} estrellas`}</span>
            )}
          </h3>
          {reviews.length === 0 && (
            <p className="mt-4 text-muted">
              Todavía nadie contó su experiencia con este producto. ¡La primera puede ser la tuya!
            </p>
          )}
          <ReviewList reviews={reviews.filter(({ score }) => stars === null || Math.round(score) === stars)} />
        </div>
      </div>
    </section>
  )
}

type SummaryProps = { scores: number[]; stars: number | null; onStars: (stars: number | null) => void }

function RatingSummary({ scores, stars, onStars }: SummaryProps) {
  const average = averageScore(scores)
  return (
    <div className="cut-lg self-start border border-line bg-surface p-6">
      <h3 className="text-sm font-medium text-muted">Puntuación general:</h3>
      <div className="mt-2 mb-4 flex items-center gap-4">
        <span className="font-display text-5xl font-bold tabular-nums">
          {average === null ? '–' : formatScore(average)}
        </span>
        <span className="flex flex-col gap-1">
          <Stars score={average} size="size-5" />
          <span className="text-sm text-muted">{scores.length === 1 ? '1 reseña' : `${scores.length} reseñas`}</span>
        </span>
      </div>
      <RatingBars scores={scores} chosen={stars} onChoose={onStars} />
    </div>
  )
}

function ReviewList({ reviews }: { reviews: Review[] }) {
  const [all, setAll] = useState(false)
  const newestFirst = [...reviews].sort((one, other) => other.at.localeCompare(one.at))
  const shown = all ? newestFirst : newestFirst.slice(0, AT_FIRST)
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {shown.map((review) => (
          <ReviewEntry key={`${review.userId}-${review.at}`} review={review} />
        ))}
      </ul>
      {reviews.length > shown.length && (
        <Button look="outline" className="mt-2" onClick={() => setAll(true)}>
          Ver las {reviews.length} reseñas
        </Button>
      )}
    </>
  )
}
