import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { type BatchPart, batchParts } from '#backend/domain/batch/batch.limits.ts'
import { type FileColumn, fileColumns } from '#backend/domain/product/product-fields.ts'
import type { Batch, BatchRow } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { batchRowsQuery } from './batches.queries.ts'

const parts = Object.keys(batchParts) as BatchPart[]

export function BatchRows({ batch }: { batch: Batch }) {
  const present = parts.filter((part) => batch.counts[part] > 0)
  const [asked, setAsked] = useState<BatchPart>()
  const [page, setPage] = useState(1)
  const part = asked && present.includes(asked) ? asked : preferred(present)
  if (!part) return null
  return (
    <section aria-label="Filas">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Qué filas se ven</legend>
        {present.map((one) => (
          <Button
            key={one}
            look={one === part ? 'primary' : 'outline'}
            aria-pressed={one === part}
            onClick={() => {
              setAsked(one)
              setPage(1)
            }}
          >
            {batchParts[one]} ({batch.counts[one].toLocaleString('es-AR')})
          </Button>
        ))}
      </fieldset>
      <Rows key={part} batch={batch} part={part} page={page} onPage={setPage} />
    </section>
  )
}

/** Opens the part that needs attention first. */
function preferred(present: readonly BatchPart[]): BatchPart | undefined {
  return (['kept', 'failed', 'change', 'create', 'wrong', 'same'] as const).find((part) => present.includes(part))
}

type RowsProps = { batch: Batch; part: BatchPart; page: number; onPage: (page: number) => void }

function Rows({ batch, part, page, onPage }: RowsProps) {
  const columns = columnsOf(batch, part)
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Loaded query={useQuery(batchRowsQuery(batch, part, page))} what="las filas" look="h-60">
        {(shown) => (
          <>
            <div className="cut-lg overflow-x-auto border border-line bg-surface">
              <PanelTable label={batchParts[part]} columns={columns} rows={shown.items} keyOf={({ row }) => row} />
            </div>
            <Pagination page={shown.page} pages={shown.pages} label="Páginas de filas" inWords onPage={onPage} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function columnsOf({ kind }: Batch, part: BatchPart): Column<BatchRow>[] {
  const outcome: Column<BatchRow> =
    part === 'wrong' || part === 'failed' || part === 'kept'
      ? { name: 'Qué pasa', cell: (row) => <Reasons row={row} /> }
      : { name: part === 'create' ? 'Datos' : 'Cambios', cell: (row) => <Changes row={row} /> }
  return [
    ...(kind === 'import' ? [{ name: 'Fila', cell: ({ row }: BatchRow) => row }] : []),
    { name: 'ID', cell: ({ productId }) => productId ?? '—' },
    {
      name: 'Producto',
      cell: ({ name }) => <span className="line-clamp-2 min-w-32 font-medium wrap-anywhere">{name || '—'}</span>,
    },
    ...(part === 'same' ? [] : [outcome]),
  ]
}

function Reasons({ row: { errors, message } }: { row: BatchRow }) {
  if (errors.length === 0) return <span className="text-warn">{message}</span>
  return (
    <ul className="flex flex-col gap-1 text-bad">
      {errors.map((error) => (
        <li key={error.column}>
          <span className="font-semibold">{fileColumns[error.column]}</span>: {error.message}
        </li>
      ))}
    </ul>
  )
}

/** A file's cell in the panel's format. */
function shownText(column: FileColumn, text: string): string {
  const isPrice = column === 'price' && /^\d+(,\d{1,2})?$/.test(text)
  return isPrice ? panelPrice(Number(text.replace(',', '.'))) : text || 'nada'
}

function Changes({ row: { fields } }: { row: BatchRow }) {
  return (
    <ul className="flex flex-col gap-1">
      {fields.map(({ column, before, after }) => (
        <li key={column} className="line-clamp-3 wrap-anywhere">
          <span className="text-muted">{fileColumns[column]}:</span>{' '}
          {before !== null && (
            <>
              <s className="text-muted">
                <span className="sr-only">antes </span>
                {shownText(column, before)}
              </s>{' '}
              <ArrowRight className="inline size-4 text-muted" />{' '}
            </>
          )}
          <span className="font-medium">
            {before !== null && <span className="sr-only">después </span>}
            {shownText(column, after)}
          </span>
        </li>
      ))}
    </ul>
  )
}
