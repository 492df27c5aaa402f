// Five stars of which some are filled.
import { Star } from 'lucide-react'
import { formatScore } from './score.ts'

type Props = { score: number | null; count?: number; size?: string }

/** As many stars filled as the score rounds to, read out with the score and, if given, the number of reviews; null is no score. */
export function Stars({ score, count, size = 'size-4' }: Props) {
  const filled = Math.round(score ?? 0)
  const words = [score === null ? 'Sin puntajes' : `${formatScore(score)} de 5 estrellas`]
  if (count !== undefined) words.push(count === 1 ? '1 reseña' : `${count} reseñas`)
  return (
    <span role="img" aria-label={words.join(', ')} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          data-filled={star <= filled}
          className={`${size} ${star <= filled ? 'fill-star text-star' : 'fill-line text-line'}`}
        />
      ))}
    </span>
  )
}
