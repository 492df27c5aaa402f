// A list of the panel in each of its states: loading, shown, nothing found, empty, failed; with its search and its pages.
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PanelList as ListName, panelSorts } from '#backend/domain/panel-lists.limits.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { ListExport } from './export-button.tsx'
import { ListFilter, ListOrder } from './list-filter.tsx'
import { sortOf, stateOf } from './panel-address.ts'
import { PanelSearch } from './panel-search.tsx'
import { type Choosing, type Column, PanelTable, type Sorting } from './panel-table.tsx'
import { usePanelAddress } from './use-panel-address.ts'

type Part<Row> = { items: readonly Row[]; total: number; page: number; pages: number }

type Props<Row> = {
  list: UseQueryResult<Part<Row>>
  /** How it is asked for. */
  of: ListName
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number
  /** What is said when there is no row at all. */
  none: string
  /** The placeholder of the search; without it there is none. */
  search?: string
  /** Beside the search. */
  actions?: ReactNode
  choosing?: Choosing<Row> | undefined
  /** Above the table, about what is chosen. */
  bulk?: ReactNode
}

export function PanelList<Row>({ list, of, label, columns, keyOf, none, search, actions, choosing, bulk }: Props<Row>) {
  const sorting = useSorting(of)
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        {search && <PanelSearch placeholder={search} />}
        <div className="flex flex-wrap items-center gap-3">
          <ListFilter of={of} />
          <ListOrder columns={columns} sorting={sorting} />
          {of !== 'reviewed' && <ListExport of={of} />}
          {actions}
        </div>
      </div>
      {bulk}
      <Rows list={list} of={of} label={label} columns={columns} keyOf={keyOf} none={none} choosing={choosing} />
      <Pages list={list} />
    </section>
  )
}

type RowsProps<Row> = Omit<Props<Row>, 'search' | 'actions' | 'bulk'>

function Rows<Row>({ list, of, label, columns, keyOf, none, choosing }: RowsProps<Row>) {
  const { address } = usePanelAddress()
  const sorting = useSorting(of)
  const { data } = list
  return (
    <div className="cut-lg mt-5 overflow-x-auto border border-line bg-surface">
      {list.isPending && <div role="status" aria-label={`Cargando: ${label}`} className="shimmer h-80" />}
      {list.isError && !data && (
        <Failure title="No pudimos cargar la lista" detail={messageOf(list.error)} onRetry={list.refetch} />
      )}
      {data && data.total > 0 && (
        <div aria-busy={list.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
          <PanelTable
            label={label}
            columns={columns}
            rows={data.items}
            keyOf={keyOf}
            sorting={sorting}
            choosing={choosing}
          />
        </div>
      )}
      {data?.total === 0 && (
        <Blank icon={<SearchX aria-hidden />} title={emptyText(address.q, stateOf(of, address) !== undefined, none)} />
      )}
    </div>
  )
}

function Pages<Row>({ list: { data } }: Pick<Props<Row>, 'list'>) {
  const { go } = usePanelAddress()
  if (!data) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 max-sm:justify-center">
      <p role="status" className="text-sm text-muted tabular-nums">
        {data.total === 1 ? '1 resultado' : `${data.total.toLocaleString('es-AR')} resultados`}
      </p>
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

/** The order of the list, which the address carries. */
function useSorting(of: ListName): Sorting {
  const { address, go } = usePanelAddress()
  return {
    by: sortOf(of, address) ?? panelSorts[of][0],
    onSort: (sort) => go({ sort, page: undefined, id: undefined }),
  }
}

function emptyText(q: string | undefined, isFiltered: boolean, none: string): string {
  if (q) return `No se encontró «${q}»`
  return isFiltered ? 'Nada coincide con el filtro' : none
}
