// The section Órdenes de compra: all orders, and one as it was placed.
import { useQuery } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { useState } from 'react'
import { pickup } from '#backend/domain/delivery/delivery.limits.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import type { PanelOrder, PanelOrderDetail } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Shipped } from '#frontend/features/orders/order-delivery.tsx'
import { OrderStateBadge } from '#frontend/features/orders/order-state.tsx'
import { HistoryLink } from '#frontend/features/panel/audit/history-link.tsx'
import { DeliveryPrices } from '#frontend/features/panel/delivery/delivery-table.tsx'
import { OrderActs } from '#frontend/features/panel/orders/order-acts.tsx'
import { OrderRefunds } from '#frontend/features/panel/orders/order-refunds.tsx'
import { PanelDetail } from '#frontend/features/panel/panel-detail.tsx'
import { PanelList } from '#frontend/features/panel/panel-list.tsx'
import { panelOrderQuery, panelOrdersQuery } from '#frontend/features/panel/panel-orders.queries.ts'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { formatMoment } from '#frontend/ui/moment.ts'

const nameOf = ({ buyer }: { buyer: string | null }) => buyer ?? 'Usuario desconocido'

export default function OrdersSection() {
  const { address, go } = usePanelAddress()
  const orders = useQuery(panelOrdersQuery(address))
  const may = useMay()
  const [isPricing, setPricing] = useState(false)
  const columns: Column<PanelOrder>[] = [
    { name: 'Nº Orden', cell: ({ id }) => id },
    { name: 'Comprador', cell: (order) => <span className="font-medium">{nameOf(order)}</span> },
    { name: 'Fecha', cell: ({ placedAt }) => <time dateTime={placedAt}>{formatMoment(placedAt)}</time> },
    { name: 'Estado', cell: (order) => <State order={order} /> },
    {
      name: 'Total',
      cell: ({ total }) => <span className="whitespace-nowrap">{panelPrice(total)}</span>,
      isNumber: true,
    },
    {
      name: 'Acciones',
      cell: ({ id }) => (
        <span className="flex gap-1">
          <Button look="outline" aria-label={`Ver detalle de la orden Nº ${id}`} onClick={() => go({ id })}>
            Ver detalle
          </Button>
          <HistoryLink of={`order-${id}`} label={`Historial de la orden Nº ${id}`} />
        </span>
      ),
    },
  ]
  return (
    <>
      <PanelList
        list={orders}
        label="Órdenes de compra"
        columns={columns}
        keyOf={({ id }) => id}
        none="Todavía no hay órdenes"
        actions={
          may('delivery:read') && (
            <Button look="outline" icon={<Truck className="size-5" aria-hidden />} onClick={() => setPricing(true)}>
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

function State({ order: { state, isWithdrawn } }: { order: PanelOrder }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <OrderStateBadge state={state} />
      {isWithdrawn && <span className="text-sm font-semibold text-warn">Arrepentimiento</span>}
    </span>
  )
}

function OrderOf({ id }: { id: number }) {
  const order = useQuery(panelOrderQuery(id))
  return (
    <PanelDetail title="Detalle de la orden">
      {order.isPending && <div role="status" aria-label="Cargando la orden" className="shimmer h-40" />}
      {order.isError && (
        <Failure title="No pudimos cargar la orden" detail={messageOf(order.error)} onRetry={order.refetch} />
      )}
      {order.data && (
        <>
          <OrderSnapshot order={order.data} />
          <OrderActs order={order.data} />
          <OrderRefunds order={order.data} />
        </>
      )}
    </PanelDetail>
  )
}

const lineColumns: readonly Column<PanelOrderDetail['lines'][number]>[] = [
  { name: 'Productos', cell: ({ name }) => name },
  { name: 'Cantidad', cell: ({ quantity }) => quantity, isNumber: true },
  { name: 'Precio Unitario', cell: ({ price }) => panelPrice(price), isNumber: true },
]

function OrderSnapshot({ order }: { order: PanelOrderDetail }) {
  const facts = [
    ['Nº Orden', order.id],
    ['Comprador', nameOf(order)],
    ['Estado', <OrderStateBadge key="state" state={order.state} />],
    ['Fecha', formatMoment(order.placedAt)],
  ] as const
  return (
    <>
      {order.withdrawalCode && (
        <p className="mb-5 rounded-lg border border-warn/40 bg-warn/10 p-4">
          El comprador se arrepintió de la compra. Código del pedido: <strong>{order.withdrawalCode}</strong>.
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="mt-1 font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 border-y border-line">
        <PanelTable label="Productos de la orden" columns={lineColumns} rows={order.lines} keyOf={({ id }) => id} />
      </div>
      <PanelDelivery order={order} />
      <dl className="mt-4 flex items-baseline justify-between gap-4 sm:px-4">
        <dt className="font-medium">Total Abonado</dt>
        <dd className="font-display text-xl font-semibold whitespace-nowrap tabular-nums sm:text-2xl">
          {panelPrice(order.total)}
        </dd>
      </dl>
      {!isPaidState(order.state) && order.state !== 'refunded' && (
        <p className="mt-2 text-sm text-muted sm:px-4">Es el total de la orden, que no está pagada.</p>
      )}
    </>
  )
}

/** Picked up, or where the parcel goes and what the buyer paid for that. */
function PanelDelivery({ order: { shipping, address } }: { order: PanelOrderDetail }) {
  return (
    <dl className="mt-4 flex flex-col gap-3 border-b border-line pb-4 sm:px-4">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <dt className="font-medium">{shipping ? 'Envío' : 'Entrega'}</dt>
        <dd className="whitespace-nowrap tabular-nums">
          {!shipping && pickup}
          {shipping && (shipping.price === 0 ? 'Gratis' : panelPrice(shipping.price))}
        </dd>
      </div>
      {shipping && (
        <div>
          <dt className="sr-only">Dirección</dt>
          <dd className="break-words">
            <Shipped days={shipping.days} address={address} />
          </dd>
        </div>
      )}
    </dl>
  )
}
