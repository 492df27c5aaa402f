import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answered, type PriceHistory, productApi } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { formatPrice } from '#frontend/ui/figures/price.ts'
import { Failure } from '#frontend/ui/refusal.tsx'
import { graphOf } from './price-graph.ts'

type Points = PriceHistory['points']

export default function PriceHistoryView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.prices(id),
    queryFn: () => answered(productApi[':id'].prices.$get({ param: { id: String(id) } })),
    staleTime: 60_000,
  })
  if (data) return <History points={data.points} />
  if (error) return <Failure title="No pudimos cargar el historial" of={error} onRetry={refetch} />
  return <div role="status" aria-label="Cargando el historial" className="shimmer h-64 rounded-lg" />
}

function History({ points }: { points: Points }) {
  return (
    <div className="flex flex-col gap-5">
      <Graph points={points} />
      <div className="max-h-72 overflow-auto">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">Precios del producto desde que existe, del primero al último</caption>
          <thead className="text-muted">
            <tr>
              <th className="py-1.5 pr-3 font-medium">Desde</th>
              <th className="py-1.5 font-medium">Precio, y sin impuestos nacionales</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line tabular-nums">
            {points.map(({ at, price, netPrice }) => (
              <tr key={at}>
                <td className="py-1.5 pr-3">
                  <time dateTime={at}>{formatDay(at)}</time>
                </td>
                <td className="py-1.5">
                  {price === null ? 'No estaba a la venta' : formatPrice(price)}
                  {netPrice !== null && <span className="block text-xs text-muted">{formatPrice(netPrice)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** The table says the same, so the graph is hidden from screen readers. */
function Graph({ points }: { points: Points }) {
  const [now] = useState(() => Date.now())
  const graph = graphOf(points, now)
  if (!graph) return null
  return (
    <div aria-hidden className="text-xs text-muted tabular-nums">
      <p>{formatPrice(graph.highest)}</p>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        className="my-1 h-36 w-full border-y border-line"
      >
        {graph.lines.map((line) => (
          <path
            key={line}
            d={line}
            fill="none"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
            className="stroke-violet-soft"
          />
        ))}
      </svg>
      <p>{formatPrice(graph.lowest)}</p>
      <p className="mt-1 flex justify-between gap-3">
        <span>{formatDay(points[0]?.at ?? '')}</span>
        <span>Hoy</span>
      </p>
    </div>
  )
}
