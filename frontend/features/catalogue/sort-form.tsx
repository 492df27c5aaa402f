import { ChevronDown } from 'lucide-react'
import { directions, sortFields } from '#backend/domain/product/product.limits.ts'
import type { CatalogueSearch } from './catalogue-search.ts'

const fieldNames = { name: 'Orden alfabético', price: 'Precio', rating: 'Calificación', added: 'Ingreso' } as const

type Order = Pick<CatalogueSearch, 'sort' | 'direction'>
const offered: readonly (readonly [value: string, words: string])[] = [
  ['rating-descendente', 'Mejor calificados'],
  ['added-descendente', 'Más nuevos'],
  ...(['price', 'name'] as const).flatMap((sort) =>
    directions.map((direction) => [`${sort}-${direction}`, `${fieldNames[sort]} ${direction}`] as const),
  ),
]

/** Offers field and direction together; also shows a link's order that is not offered. */
export function SortForm({ search, onSort }: { search: CatalogueSearch; onSort: (next: Order) => void }) {
  const { sort, direction = 'ascendente' } = search
  const value = sort ? `${sort}-${direction}` : ''
  const isOffered = !sort || offered.some(([each]) => each === value)
  return (
    <form aria-label="Ordenar" className="min-w-0 max-sm:grow" onSubmit={(event) => event.preventDefault()}>
      <label className="relative block sm:w-64">
        <span className="sr-only">Ordenar por</span>
        <select
          value={value}
          onChange={(event) => onSort(orderOf(event.target.value))}
          className="h-11 w-full appearance-none rounded-lg border border-edge bg-ink/70 pr-10 pl-4 text-sm font-medium text-ellipsis hover:border-violet-soft max-sm:pr-8 max-sm:pl-3"
        >
          <option value="">{search.q ? 'Más parecidos' : 'Destacados'}</option>
          {!isOffered && (
            <option value={value}>
              {fieldNames[sort]} {direction}
            </option>
          )}
          {offered.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
      </label>
    </form>
  )
}

function orderOf(value: string): Order {
  const sort = sortFields.find((field) => value.startsWith(`${field}-`))
  return { sort, direction: sort && value.endsWith('-descendente') ? 'descendente' : undefined }
}
