// A list of the panel in each of its states: loading, shown, nothing found, empty, failed; with its search and its pages.
import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { PanelSearch } from './panel-search.tsx'
import { type Column, PanelTable } from './panel-table.tsx'
import { usePanelAddress } from './use-panel-address.ts'

type Part<Row> = { items: readonly Row[]; total: number; page: number; pages: number }

type Props<Row> = {
  list: UseQueryResult<Part<Row>>
  label: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => number
  /** What is said when there is no row at all. */
  none: string
  /** The placeholder of the search; without it there is none. */
  search?: string
  /** Beside the search. */
  actions?: ReactNode
}

export function PanelList<Row>({ list, label, columns, keyOf, none, search, actions }: Props<Row>) {
  const { address, go } = usePanelAddress()
  const { data } = list
  return (
    <section aria-label={label}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        {search && <PanelSearch placeholder={search} />}
        {actions}
      </div>
      <div className="cut-lg mt-5 overflow-hidden border border-line bg-surface">
        {list.isPending && <div role="status" aria-label={`Cargando: ${label}`} className="shimmer h-80" />}
        {list.isError && !data && (
          <Failure title="No pudimos cargar la lista" detail={messageOf(list.error)} onRetry={list.refetch} />
        )}
        {data && data.total > 0 && (
          <div aria-busy={list.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
            <PanelTable label={label} columns={columns} rows={data.items} keyOf={keyOf} />
          </div>
        )}
        {data?.total === 0 && (
          <Blank icon={<SearchX aria-hidden />} title={address.q ? `No se encontró «${address.q}»` : none} />
        )}
      </div>
      {data && (
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
      )}
    </section>
  )
}
