import { ChevronDown, Star } from 'lucide-react'
import { useRef } from 'react'
import { reviewOrders } from '#backend/domain/review/review.limits.ts'
import type { Product } from '#frontend/api.ts'
import { formatScore } from '#frontend/ui/figures/score.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { type ListProps, ReviewList } from './review-list.tsx'
import type { ReviewsAsked } from './reviews-asked.ts'

const orderNames = { best: 'Mayor puntaje', worst: 'Menor puntaje' } as const
const headings = { newest: 'Últimas reseñas:', best: 'Las de mayor puntaje:', worst: 'Las de menor puntaje:' } as const

export function ReviewsPanel({ product, asked, onAsk }: ListProps) {
  const { count } = product.rating
  const top = useRef<HTMLDivElement>(null)
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="scroll-mt-8">
      <h2 id="reviews-title" className="text-xl font-semibold sm:text-2xl">
        Reviews:
      </h2>
      <div className="mt-5 grid gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <RatingSummary rating={product.rating} chosen={asked.stars} onStars={(stars) => onAsk({ stars })} />
        <div ref={top} className="min-w-0 scroll-mt-8">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
            <Heading asked={asked} />
            {count > 1 && asked.stars === undefined && (
              <Order order={asked.order} onOrder={(order) => onAsk({ order })} />
            )}
          </div>
          {count === 0 ? (
            <p className="mt-4 text-muted">
              Todavía nadie contó su experiencia con este producto. ¡La primera puede ser la tuya!
            </p>
          ) : (
            <ReviewList
              product={product}
              asked={asked}
              onAsk={onAsk}
              onTurn={() => top.current?.scrollIntoView({ block: 'start' })}
            />
          )}
        </div>
      </div>
    </section>
  )
}

function Heading({ asked: { stars, order } }: { asked: ReviewsAsked }) {
  return (
    <h3 className="text-lg font-semibold" aria-live="polite">
      {headings[order ?? 'newest']}
      {stars !== undefined && (
        <span className="text-muted"> de {stars === 1 ? '1 estrella' : `${stars} estrellas`}</span>
      )}
    </h3>
  )
}

type Order = ReviewsAsked['order']

function Order({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  return (
    <label className="relative">
      <span className="sr-only">Ordenar las reseñas</span>
      <select
        value={order ?? ''}
        onChange={(event) => onOrder(reviewOrders.find((each) => each === event.target.value))}
        className="h-11 appearance-none rounded-lg border border-edge bg-ink/70 pr-10 pl-4 text-sm font-medium hover:border-violet-soft"
      >
        <option value="">Más recientes</option>
        {reviewOrders.map((each) => (
          <option key={each} value={each}>
            {orderNames[each]}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </label>
  )
}

type SummaryProps = { rating: Product['rating']; chosen: number | undefined; onStars: (stars?: number) => void }

function RatingSummary({ rating: { average, count, scores }, chosen, onStars }: SummaryProps) {
  return (
    <div className="cut-lg self-start border border-line bg-surface p-6">
      <h3 className="text-sm font-medium text-muted">Puntuación general:</h3>
      <div className="mt-2 mb-4 flex items-center gap-4">
        <span className="font-display text-5xl font-bold tabular-nums">
          {average === null ? '–' : formatScore(average)}
        </span>
        <span className="flex flex-col gap-1">
          <Stars score={average} size="size-5" whole />
          <span className="text-sm text-muted">{count === 1 ? '1 reseña' : `${count} reseñas`}</span>
        </span>
      </div>
      <fieldset>
        <legend className="sr-only">Filtrar reseñas por puntaje</legend>
        {distribution(scores).map(({ stars, count: given }) => (
          <button
            key={stars}
            type="button"
            disabled={given === 0}
            aria-pressed={stars === chosen}
            onClick={() => onStars(stars === chosen ? undefined : stars)}
            className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-sm text-muted tabular-nums transition enabled:hover:bg-raised aria-pressed:bg-raised aria-pressed:text-text max-lg:min-h-11"
          >
            <Bar stars={stars} count={given} total={count} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function Bar({ stars, count, total }: { stars: number; count: number; total: number }) {
  return (
    <>
      <span className="sr-only">
        {count} de {total}, {stars} {stars === 1 ? 'estrella' : 'estrellas'}
      </span>
      <span aria-hidden className="flex w-8 items-center gap-1">
        {stars} <Star className="size-3.5 fill-star text-star" />
      </span>
      <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-linear-to-r from-violet to-cyan forced-color-adjust-none"
          style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }}
        />
      </span>
      <span aria-hidden className="w-8 text-right">
        {count}
      </span>
    </>
  )
}

/** Counts for 5, 4, 3, 2 and 1 stars, in that order. */
export function distribution(scores: Readonly<Record<string, number>>): { stars: number; count: number }[] {
  return [5, 4, 3, 2, 1].map((stars) => ({ stars, count: scores[stars] ?? 0 }))
}
