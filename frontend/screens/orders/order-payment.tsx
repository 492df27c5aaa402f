import { getRouteApi } from '@tanstack/react-router'
import { OrderLines } from '#frontend/features/orders/order-lines.tsx'
import { OrderLink } from '#frontend/features/orders/order-link.tsx'
import { OrderStateBadge, wordsOf } from '#frontend/features/orders/order-state.tsx'
import { PayOrder } from '#frontend/features/orders/pay-order.tsx'
import { OrderFrame } from '#frontend/layout/order-frame.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

const route = getRouteApi('/order/$id/checkout/payment')

export default function OrderPaymentScreen() {
  const { id } = route.useParams()
  return (
    <OrderFrame id={id} here="Pago">
      {(order) => (
        <div className="flex flex-col gap-6">
          <PageHeading title={`Pago de la orden Nº ${id}`} />
          <PayOrder order={order} />
          {order.state !== 'placed' && (
            <div className="cut-lg flex flex-wrap items-center gap-4 border border-line bg-surface p-6">
              <OrderStateBadge order={order} />
              <p className="grow text-muted">{wordsOf(order).story}</p>
              <OrderLink id={order.id} />
            </div>
          )}
          <OrderLines order={order} />
        </div>
      )}
    </OrderFrame>
  )
}
