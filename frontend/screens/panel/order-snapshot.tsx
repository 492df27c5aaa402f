// An order as it was placed, for the list's detail and for its dossier.
import { pickup } from '#backend/domain/delivery/delivery.limits.ts'
import { guaranteeIn } from '#backend/domain/order/guarantee.limits.ts'
import { invoiceText } from '#backend/domain/order/invoice.limits.ts'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { unknownPerson } from '#backend/domain/user/user.limits.ts'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { Shipped } from '#frontend/features/orders/order-delivery.tsx'
import { OrderStateBadge } from '#frontend/features/orders/order-state.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { type Column, PanelTable } from '#frontend/features/panel/panel-table.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'

export const nameOf = ({ buyer }: { buyer: string | null }) => buyer ?? unknownPerson

const columnsOf = (order: PanelOrderDetail): readonly Column<PanelOrderDetail['lines'][number]>[] => [
  {
    name: 'Productos',
    cell: (line) => (
      <span>
        {line.name}
        <span className="block text-xs text-muted">{guaranteeIn(order, line)}</span>
      </span>
    ),
  },
  { name: 'Cantidad', cell: ({ quantity }) => quantity, isNumber: true },
  { name: 'Precio Unitario', cell: ({ price }) => panelPrice(price), isNumber: true },
]

export function OrderSnapshot({ order }: { order: PanelOrderDetail }) {
  const { shipping, address } = order
  const facts = [
    ['Nº Orden', order.id],
    ['Comprador', nameOf(order)],
    ['Estado', <OrderStateBadge key="state" order={order} />],
    ['Fecha', formatMoment(order.placedAt)],
    ...(order.invoice ? ([['Pidió', invoiceText(order.invoice)]] as const) : []),
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
        <PanelTable
          label="Productos de la orden"
          columns={columnsOf(order)}
          rows={order.lines}
          keyOf={({ id }) => id}
        />
      </div>
      {order.discount > 0 && (
        <dl className="mt-4 flex items-baseline justify-between gap-4 border-b border-line pb-4 sm:px-4">
          <dt className="font-medium">Descuento por transferencia</dt>
          <dd className="whitespace-nowrap tabular-nums">−{panelPrice(order.discount)}</dd>
        </dl>
      )}
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
