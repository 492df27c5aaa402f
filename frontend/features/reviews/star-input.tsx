import { Star } from 'lucide-react'
import { type Ref, useState } from 'react'

const words = ['', 'Malo', 'Regular', 'Bueno', 'Muy bueno', 'Excelente']
type Props = { score: number; onScore: (score: number) => void; describedBy: string; ref: Ref<HTMLInputElement> }

/** Radio group drawn as stars; 0 means nothing chosen. */
export function StarInput({ score, onScore, describedBy, ref }: Props) {
  const [hovered, setHovered] = useState(0)
  const lit = hovered || score
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="mb-2 text-sm font-medium text-muted">Puntaje</legend>
      <div className="flex flex-wrap items-center gap-x-4">
        <div className="flex" onPointerLeave={() => setHovered(0)}>
          {[1, 2, 3, 4, 5].map((stars) => (
            <label
              key={stars}
              onPointerEnter={() => setHovered(stars)}
              className="grid size-12 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-cyan"
            >
              <input
                ref={stars === 1 ? ref : undefined}
                type="radio"
                name="score"
                value={stars}
                checked={score === stars}
                onChange={() => onScore(stars)}
                className="sr-only"
                aria-label={`${stars} ${stars === 1 ? 'estrella' : 'estrellas'}: ${words[stars]}`}
              />
              <Star
                className={`size-9 transition ${stars <= lit ? 'scale-105 fill-star text-star' : 'fill-raised text-edge'}`}
              />
            </label>
          ))}
        </div>
        <span className="font-display font-semibold text-warn" aria-hidden>
          {words[lit]}
        </span>
      </div>
    </fieldset>
  )
}
