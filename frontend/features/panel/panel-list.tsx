// A panel list in all states: loading, shown, nothing found, empty, failed; with search and pages.
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PanelList as ListName, panelSizes, panelSorts } from '#backend/domain/views/panel-lists.limits.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { ListExport } from './export-button.tsx'
import { ListFilter, ListOrder } from './list-filter.tsx'
import { Loaded } from './loaded.tsx'
import { sizeOf, sortOf, stateOf } from './panel-address.ts'
import { PanelSearch } from './panel-search.tsx'
import { type Choosing, type Column, PanelTable, type Sorting } from './panel-table.tsx'
import { usePanelAddress } from './use-panel-address.ts'

type Part<Row> = { items: readonly Row[]; total: number; page: number; pages: number }

type Props<Row> = {
  list: UseQueryResult<Part<Row>>
  of: ListName
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number
  none: string
  /** Search placeholder; absent: no search. */
  search?: string
  filters?: ReactNode
  /** `filters` hide rows. */
  isFiltered?: boolean
  actions?: ReactNode
  choosing?: Choosing<Row> | undefined
  bulk?: ReactNode
}

export function PanelList<Row>(props: Props<Row>) {
  const { list, of, label, columns, search, filters, actions, bulk } = props
  const sorting = useSorting(of)
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        {search && <PanelSearch placeholder={search} />}
        <div className="flex flex-wrap items-center gap-3">
          <ListFilter of={of} />
          {filters}
          <ListOrder columns={columns} sorting={sorting} />
          {of !== 'reviewed' && <ListExport of={of} />}
          {actions}
        </div>
      </div>
      {bulk}
      <Rows {...props} />
      <Pages list={list} of={of} />
    </section>
  )
}

function Rows<Row>({ list, of, label, columns, keyOf, none, choosing, isFiltered = false }: Props<Row>) {
  const { address } = usePanelAddress()
  const sorting = useSorting(of)
  const empty = emptyText(address.q, isFiltered || stateOf(of, address) !== undefined, none)
  return (
    <div className="cut-lg mt-5 overflow-x-auto border border-line bg-surface">
      <Loaded query={list} what="la lista" look="h-80">
        {({ items, total }) =>
          total === 0 ? (
            <Blank icon={<SearchX />} title={empty} />
          ) : (
            <div aria-busy={list.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
              <PanelTable {...{ label, columns, keyOf, sorting, choosing }} rows={items} />
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

function Pages<Row>({ list: { data }, of }: Pick<Props<Row>, 'list' | 'of'>) {
  const { address, go } = usePanelAddress()
  if (!data) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 max-sm:justify-center">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted">
        <p role="status" className="tabular-nums">
          {data.total === 1 ? '1 resultado' : `${data.total.toLocaleString('es-AR')} resultados`}
        </p>
        {data.total > panelSizes[of][0] && (
          <PageSize
            of={of}
            size={sizeOf(of, address)}
            onSize={(size) => go({ size, page: undefined, id: undefined })}
          />
        )}
      </div>
      <Pagination
        page={data.page}
        pages={data.pages}
        label="Páginas"
        inWords
        onPage={(page) => go({ page: page > 1 ? page : undefined, id: undefined })}
      />
    </div>
  )
}

type SizeProps = { of: ListName; size: number; onSize: (size: number | undefined) => void }

function PageSize({ of, size, onSize }: SizeProps) {
  const [own] = panelSizes[of]
  return (
    <label className="flex items-center gap-2">
      Filas por página
      <select
        value={size}
        onChange={({ target: { value } }) => onSize(Number(value) === own ? undefined : Number(value))}
        className="min-h-11 rounded-lg border border-edge bg-ink/70 px-2 text-text"
      >
        {panelSizes[of].map((rows) => (
          <option key={rows}>{rows}</option>
        ))}
      </select>
    </label>
  )
}

function useSorting(of: ListName): Sorting {
  const { address, go } = usePanelAddress()
  return {
    by: sortOf(of, address) ?? panelSorts[of][0],
    onSort: (sort) => go({ sort, page: undefined, id: undefined }),
  }
}

function emptyText(q: string | undefined, isFiltered: boolean, none: string): string {
  if (q) return `No se encontró «${q}»${isFiltered ? ' con estos filtros' : ''}`
  return isFiltered ? 'Nada coincide con el filtro' : none
}
