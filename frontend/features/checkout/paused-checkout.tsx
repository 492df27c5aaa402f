// Shows when an account may order again, after several unpaid orders or because new accounts hold their maximum.
import { Hourglass } from 'lucide-react'
import { formatCountdown, formatDeadline, formatTime } from '#frontend/ui/figures/moment.ts'
import { useNow } from '#frontend/ui/figures/now.ts'

const DAY_MS = 86_400_000

/** `until`: ISO time; `isOfOthers`: the account left nothing unpaid. Screen readers get the time, no ticking clock. */
export function PausedCheckout({ until, isOfOthers }: { until: string; isOfOthers: boolean }) {
  const left = Date.parse(until) - useNow()
  if (left <= 0) return <p>Ya podés volver a pagar.</p>
  const isSoon = left < DAY_MS / 2
  return (
    <div className="cut border border-warn/60 bg-raised p-4 text-text">
      <p className="flex items-center gap-3 font-semibold">
        <Hourglass className="size-5 shrink-0 text-warn" />
        <span>
          Podés volver a pagar desde {isSoon ? 'las' : 'el'}{' '}
          <time dateTime={until}>{isSoon ? formatTime(until) : formatDeadline(until)}</time>
        </span>
        {isSoon && (
          <span aria-hidden className="ml-auto shrink-0 pl-2 font-display text-xl font-bold text-warn tabular-nums">
            {formatCountdown(left)}
          </span>
        )}
      </p>
      <p className="mt-2 text-muted">
        {isOfOthers
          ? 'Cuentas nuevas ya apartaron, desde tu conexión o de estos productos, todo lo que se puede apartar sin pagar.'
          : 'Apartaste productos varias veces y todavía no los pagaste.'}{' '}
        Tu carrito queda como está.
      </p>
    </div>
  )
}
