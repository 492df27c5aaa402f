import { Star } from 'lucide-react'
import { distribution } from './rating.ts'

type Props = {
  /** Number of reviews per score. */
  scores: Readonly<Record<string, number>>
  total: number
  chosen: number | null
  onChoose: (stars: number | null) => void
}

export function RatingBars({ scores, total, chosen, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="sr-only">Filtrar reseñas por puntaje</legend>
      {distribution(scores).map(({ stars, count }) => (
        <button
          key={stars}
          type="button"
          disabled={count === 0}
          aria-pressed={stars === chosen}
          onClick={() => onChoose(stars === chosen ? null : stars)}
          className={`flex min-h-9 w-full max-lg:min-h-11 items-center gap-3 rounded-md px-2 text-sm tabular-nums transition enabled:hover:bg-raised ${stars === chosen ? 'bg-raised text-text' : 'text-muted'}`}
        >
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
        </button>
      ))}
    </fieldset>
  )
}
