import { Link } from '@tanstack/react-router'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { ReviewsOverview } from '#frontend/api.ts'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Stars } from '#frontend/ui/figures/stars.tsx'
import { counted } from './figures.ts'
import { HomePart } from './part.tsx'

export function ReviewsToRead({ reviews: { written, newest } }: { reviews: ReviewsOverview }) {
  return (
    <HomePart
      title="Reseñas para leer"
      note={`${counted(written, 'reseña nueva', 'reseñas nuevas')} en 7 días.`}
      none={newest.length === 0 && 'Todavía no hay reseñas.'}
    >
      <ul className="divide-y divide-line">
        {newest.map(({ productId, product, userId, author, score, text, at }) => (
          <li key={`${productId}:${userId}`} className="py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              <Stars score={score} />
              <span>{author ?? unknownPerson}</span>
              <time dateTime={at}>{formatMoment(at)}</time>
            </p>
            <p className="mt-1 line-clamp-2">{text}</p>
            <Link
              to="/controlPanel"
              search={{ tab: 'resenas', q: product, id: productId }}
              className="mt-1 inline-block text-sm text-cyan underline-offset-4 hover:underline"
            >
              Reseñas de {product}
            </Link>
          </li>
        ))}
      </ul>
    </HomePart>
  )
}
