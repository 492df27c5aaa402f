// Five stars of which some are filled.
import { Star } from 'lucide-react'
import { formatScore, starFills } from './score.ts'

type Props = { score: number | null; count?: number; size?: string }

/** As many stars filled as the score rounds to, to the half, read out with the score and, if given, the number of reviews; null is no score. */
export function Stars({ score, count, size = 'size-4' }: Props) {
  const words = [score === null ? 'Sin puntajes' : `${formatScore(score)} de 5 estrellas`]
  if (count !== undefined) words.push(count === 1 ? '1 reseña' : `${count} reseñas`)
  return (
    <span role="img" aria-label={words.join(', ')} className="inline-flex gap-0.5">
      {starFills(score ?? 0).map((fill, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity
        <span key={place} aria-hidden data-filled={fill} className="relative">
          <Star className={`${size} ${fill === 1 ? 'fill-star text-star' : 'fill-line text-line'}`} />
          {fill === 0.5 && (
            <Star className={`absolute inset-0 fill-star text-star [clip-path:inset(0_50%_0_0)] ${size}`} />
          )}
        </span>
      ))}
    </span>
  )
}
