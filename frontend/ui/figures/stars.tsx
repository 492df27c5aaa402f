import { Star } from 'lucide-react'
import { formatScore, starFills } from './score.ts'

type Props = { score: number | null; count?: number; size?: string; whole?: boolean }

/** Rounds to half stars, or whole ones with `whole`; the accessible name has the score and `count`; null: no score. */
export function Stars({ score, count, size = 'size-4', whole = false }: Props) {
  const words = [score === null ? 'Sin puntajes' : `${formatScore(score)} de 5 estrellas`]
  if (count !== undefined) words.push(count === 1 ? '1 reseña' : `${count} reseñas`)
  const fills = starFills(whole ? Math.round(score ?? 0) : (score ?? 0))
  return (
    <span role="img" aria-label={words.join(', ')} className="inline-flex gap-0.5">
      {fills.map((fill, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity
        <Filled key={place} fill={fill} size={size} />
      ))}
    </span>
  )
}

function Filled({ fill, size }: { fill: number; size: string }) {
  if (fill !== 0.5) return <Star className={`${size} ${fill === 1 ? 'fill-star text-star' : 'fill-line text-line'}`} />
  return (
    <span aria-hidden className="relative">
      <Star className={`fill-line text-line ${size}`} />
      <Star className={`absolute inset-0 fill-star text-star [clip-path:inset(0_50%_0_0)] ${size}`} />
    </span>
  )
}
