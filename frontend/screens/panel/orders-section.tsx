import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { useState } from 'react'
import type { PanelOrder } from '#frontend/api.ts'
import { OrderStateBadge } from '#frontend/features/orders/order-state.tsx'
import { HistoryLink } from '#frontend/features/panel/audit/history-link.tsx'
import { BulkBar } from '#frontend/features/panel/bulk/bulk-bar.tsx'
import { type BulkAct, useBulk } from '#frontend/features/panel/bulk/use-bulk.ts'
import { DeliveryPrices } from '#frontend/features/panel/delivery/delivery-table.tsx'
import { DossierLink } from '#frontend/features/panel/dossier/dossier-link.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { DayFilter } from '#frontend/features/panel/orders/day-filter.tsx'
import { takeStep } from '#frontend/features/panel/orders/order-acts.queries.ts'
import { OrderActs } from '#frontend/features/panel/orders/order-acts.tsx'
import { OrderAside } from '#frontend/features/panel/orders/order-aside.tsx'
import { OrderRefunds } from '#frontend/features/panel/orders/order-refunds.tsx'
import { OrderTransfer } from '#frontend/features/panel/orders/order-transfer.tsx'
import { UnmatchedPayments } from '#frontend/features/panel/orders/unmatched-payments.tsx'
import { PanelDetail } from '#frontend/features/panel/panel-detail.tsx'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import { panelOrderQuery, panelOrdersQuery } from '#frontend/features/panel/panel-orders.queries.ts'
import { type Column, PriceCell } from '#frontend/features/panel/panel-table.tsx'
import { useAskAnew } from '#frontend/features/panel/products/products.queries.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { MomentCell } from '#frontend/ui/figures/moment-cell.tsx'
import { nameOf, OrderSnapshot } from './order-snapshot.tsx'

const idOf = ({ id }: PanelOrder) => id
const titleOf = ({ id }: PanelOrder) => `la orden Nº ${id}`
const countedOrders = (count: number) => (count === 1 ? '1 orden' : `${count} órdenes`)
const bulkActs: readonly BulkAct<PanelOrder>[] = [
  {
    label: 'Marcar como preparadas',
    done: 'Preparadas',
    isFor: ({ state, isWithdrawn }) => state === 'paid' && !isWithdrawn,
    run: ({ id }) => takeStep(id, 'prepare'),
  },
  {
    ...{ label: 'Listas para retirar', done: 'Listas para retirar' },
    isFor: ({ state, isPickup, isWithdrawn }) => state === 'prepared' && isPickup && !isWithdrawn,
    run: ({ id }) => takeStep(id, 'ready'),
  },
  {
    ...{ label: 'Marcar como entregadas', done: 'Entregadas' },
    isFor: ({ state }) => state === 'shipped',
    run: ({ id }) => takeStep(id, 'deliver'),
  },
]

export default function OrdersSection() {
  const { address, go } = usePanelAddress()
  const orders = useQuery(panelOrdersQuery(address))
  const may = useMay()
  const bulk = useBulk(idOf, titleOf, useAskAnew())
  const [isPricing, setPricing] = useState(false)
  const columns: Column<PanelOrder>[] = [
    { name: 'Nº Orden', sort: 'id', cell: ({ id }) => id },
    {
      name: 'Comprador',
      cell: (order) => <span className="inline-block min-w-20 font-medium wrap-anywhere">{nameOf(order)}</span>,
    },
    { name: 'Fecha', sort: 'placedAt', cell: ({ placedAt }) => <MomentCell at={placedAt} /> },
    { name: 'Estado', cell: (order) => <State order={order} /> },
    { name: 'Total', sort: 'total', cell: ({ total }) => <PriceCell amount={total} />, isNumber: true },
    {
      name: 'Acciones',
      cell: ({ id }) => (
        <span className="flex items-center gap-1">
          <Button look="outline" aria-label={`Ver detalle de la orden Nº ${id}`} onClick={() => go({ id })}>
            Ver detalle
          </Button>
          <DossierLink kind="order" id={id} label={`Legajo de la orden Nº ${id}`} />
          <HistoryLink of={`order-${id}`} label={`Historial de la orden Nº ${id}`} />
        </span>
      ),
    },
  ]
  return (
    <>
      <UnmatchedPayments />
      <PanelList
        list={orders}
        of="orders"
        choosing={may('orders:fulfil') ? bulk.choosing : undefined}
        bulk={
          may('orders:fulfil') && (
            <BulkBar bulk={bulk} acts={bulkActs} nameOf={titleOf} counted={countedOrders} isFeminine />
          )
        }
        label="Órdenes de compra"
        columns={columns}
        keyOf={({ id }) => id}
        none="Todavía no hay órdenes"
        search="Nº de orden o comprador..."
        filters={<DayFilter />}
        isFiltered={address.from !== undefined || address.to !== undefined}
        actions={
          may('delivery:read') && (
            <Button look="outline" icon={<Truck className="size-5" />} onClick={() => setPricing(true)}>
              Precios de envío
            </Button>
          )
        }
      />
      {isPricing && <DeliveryPrices mayChange={may('delivery:change')} onClose={() => setPricing(false)} />}
      {address.id && <OrderOf key={address.id} id={address.id} />}
    </>
  )
}

function State({ order }: { order: PanelOrder }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <OrderStateBadge order={order} />
      {order.isWithdrawn && <span className="text-sm font-semibold text-warn">Arrepentimiento</span>}
    </span>
  )
}

function OrderOf({ id }: { id: number }) {
  return (
    <PanelDetail title="Detalle de la orden">
      <Loaded query={useQuery(panelOrderQuery(id))} what="la orden">
        {(order) => (
          <>
            <OrderSnapshot order={order} />
            <OrderTransfer order={order} />
            <OrderAside order={order} />
            <OrderActs order={order} />
            <OrderRefunds order={order} />
          </>
        )}
      </Loaded>
    </PanelDetail>
  )
}
