import { X } from 'lucide-react'
import { useRef } from 'react'
import type { CataloguePage } from '#frontend/api.ts'
import type { CatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { type Change, chosenFilters, noFilters } from './chosen-filters.ts'

type Props = {
  search: CatalogueSearch
  attributes: CataloguePage['facets']['attributes'] | undefined
  onChange: (change: Change) => void
}

/** A removed chip passes the focus to its neighbour, the last one to the page's heading. */
export function AppliedFilters({ search, attributes, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const chosen = chosenFilters(search, attributes)
  if (chosen.length === 0) return null
  const drop = (change: Change, index: number) => {
    const chips = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = chosen.length === 1 ? undefined : (chips[index + 1] ?? chips[index - 1])
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true })
    onChange(change)
  }
  return (
    <ul ref={list} aria-label="Filtros elegidos" className="flex flex-wrap items-center gap-2 pt-3">
      {chosen.map(({ label, without, isQuery }, index) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => drop(without, index)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-cyan/50 bg-cyan/10 px-4 text-left text-sm font-medium text-cyan hover:bg-cyan/20 lg:min-h-9"
          >
            {label}
            <X className="size-4 shrink-0" />
            <span className="sr-only">, {isQuery ? 'quitar la búsqueda' : 'quitar el filtro'}</span>
          </button>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <button
            type="button"
            onClick={() => drop(noFilters, chosen.length)}
            className="min-h-11 px-2 text-sm font-medium text-muted underline underline-offset-4 hover:text-text lg:min-h-9"
          >
            Quitar todos
          </button>
        </li>
      )}
    </ul>
  )
}
