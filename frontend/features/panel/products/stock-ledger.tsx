import { useQuery } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import { useState } from 'react'
import type { StockMovement } from '#frontend/api.ts'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { PanelDetail } from '#frontend/features/panel/panel-detail.tsx'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { Blank } from '#frontend/ui/blank.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Pagination } from '#frontend/ui/pagination.tsx'
import { stockLedgerQuery } from './products.queries.ts'

export function StockLedger({ productId }: { productId: number }) {
  const [asked, setAsked] = useState(1)
  const ledger = useQuery(stockLedgerQuery(productId, asked))
  return (
    <PanelDetail title={`Movimientos de stock del producto Nº ${productId}`}>
      <Loaded query={ledger} what="los movimientos">
        {({ items, total, page, pages }) =>
          total === 0 ? (
            <Blank icon={<Boxes />} title="Su stock todavía no se movió" />
          ) : (
            <div aria-busy={ledger.isPlaceholderData} className="transition-opacity aria-busy:opacity-55">
              <PanelTable label="Movimientos de stock" columns={columns} rows={items} keyOf={(row) => row.position} />
              {pages > 1 && (
                <div className="mt-4">
                  <Pagination page={page} pages={pages} label="Páginas de movimientos" onPage={setAsked} />
                </div>
              )}
            </div>
          )
        }
      </Loaded>
    </PanelDetail>
  )
}

const columns: readonly Column<StockMovement>[] = [
  {
    name: 'Fecha',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatMoment(at)}
      </time>
    ),
  },
  {
    name: 'Causa',
    cell: ({ sentence, command }) => (
      <span className="min-w-0">
        {sentence} <span className="text-muted">({command})</span>
      </span>
    ),
  },
  { name: 'Quién', cell: ({ actor }) => actor.text },
  { name: 'En mano', cell: ({ change, balance }) => moved(balance.onHand, change.onHand), isNumber: true },
  { name: 'Reservadas', cell: ({ change, balance }) => moved(balance.reserved, change.reserved), isNumber: true },
  { name: 'Disponible', cell: ({ balance }) => balance.onHand - balance.reserved, isNumber: true },
]

/** `5 (+2)`: stock after the movement, and the change. */
function moved(after: number, change: number) {
  if (change === 0) return after
  return (
    <span className="whitespace-nowrap">
      {after}{' '}
      <span className={change > 0 ? 'text-ok' : 'text-warn'}>
        ({change > 0 ? '+' : '−'}
        {Math.abs(change)})
      </span>
    </span>
  )
}
