// Five stars of which some are filled.
import { Star } from 'lucide-react'

type Props = { filled: number; label: string; size?: string }

/** Shows `filled` (0 to 5, whole) stars of five, read out as `label`. */
export function Stars({ filled, label, size = 'size-4' }: Props) {
  return (
    <span role="img" aria-label={label} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          data-filled={star <= filled}
          className={`${size} ${star <= filled ? 'fill-warn text-warn' : 'fill-line text-line'}`}
        />
      ))}
    </span>
  )
}
