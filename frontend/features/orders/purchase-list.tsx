import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pickup } from '#backend/domain/delivery/delivery.limits.ts'
import type { Order } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { OrderList } from './order-list.tsx'
import { OrderStateBadge } from './order-state.tsx'

export function PurchaseList({ userId }: { userId: number }) {
  return (
    <Card id="purchases" title="Mis compras">
      <div className="mt-5">
        <OrderList userId={userId} className="divide-y divide-line *:py-5 *:first:pt-0 *:last:pb-0">
          {(order) => <Purchase order={order} />}
        </OrderList>
      </div>
    </Card>
  )
}

function Purchase({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const details = `purchase-${order.id}`
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h3 className="flex flex-wrap items-center gap-3 font-semibold">
            <Link
              to="/order/$id"
              params={{ id: order.id }}
              className="inline-block py-1 hover:text-violet-soft hover:underline max-lg:py-2.5"
            >
              Orden Nº {order.id}
            </Link>
            <OrderStateBadge order={order} />
          </h3>
          <p className="mt-1 text-sm text-muted">
            <time dateTime={order.placedAt}>{formatDay(order.placedAt)}</time> · <Price amount={order.total} />
          </p>
        </div>
        <Button look="outline" aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
          {open ? 'Ocultar detalles' : 'Ver detalles'}
        </Button>
      </div>
      <div id={details} hidden={!open}>
        {open && <Bought order={order} />}
        {open && (
          <p className="mt-3 text-sm text-muted">
            {order.shipping ? 'Envío a domicilio: ' : pickup}
            {order.shipping && (order.shipping.price === 0 ? 'gratis' : <Price amount={order.shipping.price} />)}
          </p>
        )}
      </div>
    </div>
  )
}

function Bought({ order }: { order: Order }) {
  const head = 'py-2 font-medium whitespace-nowrap text-muted'
  return (
    <table className="mt-4 w-full text-left text-sm">
      <caption className="sr-only">Productos de la orden Nº {order.id}</caption>
      <thead className="border-b border-line">
        <tr>
          <th scope="col" className={`${head} pr-4`}>
            Código
          </th>
          <th scope="col" className={`${head} w-full pr-4`}>
            Producto
          </th>
          <th scope="col" className={`${head} text-right`}>
            Cantidad
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.id} className="border-b border-line/50 align-top last:border-0">
            <td className="py-2 pr-4 tabular-nums">{line.id}</td>
            <td className="py-2 pr-4 break-words">{line.name}</td>
            <td className="py-2 text-right tabular-nums">{line.quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
