// By what and in which direction the catalogue is ordered.
import { ChevronDown } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { directions, sortFields } from '#backend/domain/product/product.limits.ts'
import type { CatalogueSearch } from './catalogue-search.ts'

const fieldNames = { name: 'Orden alfabético', price: 'Precio', rating: 'Calificación', added: 'Ingreso' } as const
/** The others are chosen by links that lead here, and shown then. */
const offered = ['name', 'price'] as const
const look =
  'h-11 w-full appearance-none rounded-lg border border-edge bg-ink/70 pr-10 pl-4 text-sm font-medium text-ellipsis hover:border-violet-soft disabled:opacity-45'

type Props = { search: CatalogueSearch; onSort: (next: Pick<CatalogueSearch, 'sort' | 'direction'>) => void }

/** Two choices: field and direction. The direction waits until a field is chosen; on a phone it appears then, as an arrow. */
export function SortForm({ search, onSort }: Props) {
  const chooseField = (event: ChangeEvent<HTMLSelectElement>) => {
    const sort = sortFields.find((field) => field === event.target.value)
    onSort(sort ? { sort, direction: search.direction } : { sort: undefined, direction: undefined })
  }
  const chooseDirection = (event: ChangeEvent<HTMLSelectElement>) => {
    const direction = directions.find((each) => each === event.target.value) ?? 'ascendente'
    if (search.sort) onSort({ sort: search.sort, direction: direction === 'descendente' ? direction : undefined })
  }
  return (
    <form aria-label="Ordenar" className="flex min-w-0 gap-2 max-sm:grow" onSubmit={(event) => event.preventDefault()}>
      <Choice label="Ordenar por" value={search.sort ?? ''} onChange={chooseField}>
        <option value="">Sin orden</option>
        {sortFields
          .filter((field) => field === search.sort || offered.some((each) => each === field))
          .map((field) => (
            <option key={field} value={field}>
              {fieldNames[field]}
            </option>
          ))}
      </Choice>
      <Choice
        label="Dirección"
        value={search.direction ?? 'ascendente'}
        onChange={chooseDirection}
        disabled={!search.sort}
        arrow={search.direction ? '↓' : '↑'}
      >
        {directions.map((direction) => (
          <option key={direction} value={direction}>
            {direction}
          </option>
        ))}
      </Choice>
    </form>
  )
}

type ChoiceProps = {
  label: string
  value: string
  disabled?: boolean
  /** Stands for the choice on a phone, which has no room for its words. */
  arrow?: string
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
  children: React.ReactNode
}

function Choice({ label, value, disabled = false, arrow, onChange, children }: ChoiceProps) {
  const width = arrow ? 'max-sm:w-11' : 'min-w-0 max-sm:grow'
  return (
    <label className={`relative sm:w-44 ${width} ${disabled ? 'max-sm:hidden' : ''}`}>
      <span className="sr-only">{label}</span>
      <select
        value={value}
        disabled={disabled}
        onChange={onChange}
        className={`${look} ${arrow ? 'max-sm:px-0 max-sm:text-transparent [&>option]:text-text' : 'max-sm:pr-8 max-sm:pl-3'}`}
      >
        {children}
      </select>
      {arrow && (
        <span aria-hidden className="pointer-events-none absolute inset-0 grid place-items-center text-lg sm:hidden">
          {arrow}
        </span>
      )}
      <ChevronDown
        className={`pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted ${arrow ? 'max-sm:hidden' : ''}`}
        aria-hidden
      />
    </label>
  )
}
