import { Hourglass } from 'lucide-react'
import { formatCountdown, formatMoment, formatTime } from '#frontend/ui/figures/moment.ts'
import { useNow } from '#frontend/ui/figures/now.ts'

/** Remaining reservation of a placed order. Screen readers get the time, not a ticking clock. */
export function HoldCountdown({ holdUntil }: { holdUntil: string }) {
  const left = Date.parse(holdUntil) - useNow()
  return (
    <p className="flex items-center gap-3">
      <Hourglass className="size-5 shrink-0 text-cyan" />
      <span>
        {left > 0 ? 'Tus productos están apartados hasta las ' : 'La reserva terminó el '}
        <time dateTime={holdUntil}>{left > 0 ? `${formatTime(holdUntil)} h` : formatMoment(holdUntil)}</time>
      </span>
      {left > 0 && (
        <span
          aria-hidden
          className="ml-auto shrink-0 pl-2 font-display text-xl font-bold text-cyan whitespace-nowrap tabular-nums"
        >
          {formatCountdown(left)}
        </span>
      )}
    </p>
  )
}
