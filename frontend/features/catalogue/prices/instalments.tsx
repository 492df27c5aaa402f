// How a product can be paid in instalments, as the wallet says at the moment. Not in the page's bytes.
import { useQuery } from '@tanstack/react-query'
import type { Instalments } from '#frontend/api.ts'
import { instalmentsQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'

type Plan = Instalments['plans'][number]

const brandNames: Readonly<Record<string, string>> = { visa: 'Visa', master: 'Mastercard', amex: 'American Express' }

/** Nothing without an answer of these ten minutes, for this price. */
export default function InstalmentPlans({ id, price }: { id: number; price: number }) {
  const { data, isSuccess, isStale } = useQuery(instalmentsQuery(id, price))
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
      <div className="mt-2 overflow-x-auto">
        <PlanTable plans={data.plans} />
      </div>
    </details>
  )
}

function PlanTable({ plans }: { plans: readonly Plan[] }) {
  return (
    <table className="w-full text-left text-xs sm:text-sm">
      <caption className="sr-only">Cuotas por tarjeta, con su total y su costo financiero</caption>
      <thead className="text-muted">
        <tr>
          {['Tarjeta', 'Cuotas', 'Total', 'CFTEA'].map((title) => (
            <th key={title} className="py-1.5 pr-3 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line tabular-nums">
        {plans.map((plan) => (
          <tr key={`${plan.brand} ${plan.count}`}>
            <td className="py-1.5 pr-3">{brandNames[plan.brand] ?? plan.brand}</td>
            <td className="py-1.5 pr-3">{inWords(plan)}</td>
            <td className="py-1.5 pr-3 whitespace-nowrap">{formatPrice(plan.total)}</td>
            <td className="py-1.5 whitespace-nowrap">{spaced(plan.cftea)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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
