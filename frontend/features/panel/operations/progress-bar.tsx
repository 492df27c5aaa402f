import { countText, durationText } from './words.ts'

type Props = {
  label: string
  done: number
  total: number
  eta: number | null
}

export function ProgressBar({ label, done, total, eta }: Props) {
  const share = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 0
  return (
    <span className="block w-full max-w-56">
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
        className="block h-1.5 overflow-hidden rounded-full bg-line"
      >
        <span className="block h-full rounded-full bg-cyan transition-[width]" style={{ width: `${share}%` }} />
      </span>
      <span className="mt-1 block text-xs text-muted tabular-nums">
        {share} % · {countText(done)} de {countText(total)}
        {eta !== null && ` · faltan ${durationText(eta)}`}
      </span>
    </span>
  )
}
