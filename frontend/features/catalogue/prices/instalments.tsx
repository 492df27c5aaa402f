// Instalments by the wallet's present word. Not in the page's bytes.
import { useQuery } from '@tanstack/react-query'
import { answered, type Instalments, productApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'

const freshMs = 600_000

type Plan = Instalments['plans'][number]

/** Nothing without an answer of these ten minutes, for this price. */
export default function InstalmentPlans({ id, price }: { id: number; price: number }) {
  const { data, isSuccess, isStale } = useQuery({
    queryKey: queryKeys.instalments(id, price),
    queryFn: () => answered(productApi[':id'].instalments.$get({ param: { id: String(id) } })),
    staleTime: freshMs,
    // Asks again before the answer is stale.
    refetchInterval: freshMs - 15_000,
  })
  const best = isSuccess && !isStale && data.price === price ? bestOf(data.plans) : undefined
  if (!best || !data) return null
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 leading-snug">
        <span>
          <strong className="font-semibold">{inWords(best)}</strong>{' '}
          <span className="text-muted">CFTEA {spaced(best.cftea)}</span>
        </span>
        <span className="text-violet-soft underline underline-offset-4">
          <span className="group-open:hidden">Ver todas</span>
          <span className="hidden group-open:inline">Ocultar</span>
        </span>
      </summary>
      <PlanTable plans={data.plans} />
    </details>
  )
}

function PlanTable({ plans }: { plans: readonly Plan[] }) {
  return (
    <table className="mt-2 w-full text-left text-xs sm:text-sm">
      <caption className="sr-only">Cuotas por tarjeta, con su total y su costo financiero</caption>
      <thead className="text-muted">
        <tr className="*:py-1.5 *:pr-3 *:font-medium">
          <th>Cuotas</th>
          <th>Total y CFTEA</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line tabular-nums">
        {[...Map.groupBy(plans, termsOf)].map(([terms, alike]) => (
          <PlanRow key={terms} alike={alike} />
        ))}
      </tbody>
    </table>
  )
}

function PlanRow({ alike }: { alike: readonly Plan[] }) {
  const [plan] = alike
  if (!plan) return null
  return (
    <tr>
      <td className="py-1.5 pr-3">
        {inWords(plan)}
        <span className="block text-xs text-muted">{alike.map(({ brand }) => brand).join(', ')}</span>
      </td>
      <td className="py-1.5">
        {formatPrice(plan.total)}
        <span className="block text-xs text-muted">CFTEA {spaced(plan.cftea)}</span>
      </td>
    </tr>
  )
}

function termsOf({ count, total, cftea, isInterestFree }: Plan): string {
  return `${count} ${total} ${cftea} ${isInterestFree}`
}

/** The most instalments without interest, else the most. */
function bestOf(plans: readonly Plan[]): Plan | undefined {
  const free = plans.filter(({ isInterestFree }) => isInterestFree)
  return (free.length > 0 ? free : plans).toSorted((one, other) => other.count - one.count)[0]
}

function inWords({ count, amount, isInterestFree }: Plan): string {
  return `${count} cuotas${isInterestFree ? ' sin interés' : ''} de ${formatPrice(amount)}`
}

function spaced(percent: string): string {
  return percent.replace('%', '\u00a0%')
}
