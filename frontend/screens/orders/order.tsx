import { getRouteApi } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import type { ShippedOrder } from '#frontend/api.ts'
import { BuyAgain } from '#frontend/features/cart/buy-again.tsx'
import { PickupPlace } from '#frontend/features/delivery/pickup-place.tsx'
import { OrderDelivery } from '#frontend/features/orders/order-delivery.tsx'
import { OrderLines } from '#frontend/features/orders/order-lines.tsx'
import { OrderStateBadge } from '#frontend/features/orders/order-state.tsx'
import { OrderTimeline } from '#frontend/features/orders/order-timeline.tsx'
import { PayOrder } from '#frontend/features/orders/pay-order.tsx'
import { owedOf } from '#frontend/features/orders/transfer/owed-money.ts'
import { OrderFrame } from '#frontend/layout/order-frame.tsx'
import { useUser } from '#frontend/session.ts'
import { Card } from '#frontend/ui/card.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

const RefundAccount = lazy(() => import('#frontend/features/orders/transfer/refund-account.tsx'))

const route = getRouteApi('/order/$id')

export default function OrderScreen() {
  const { id } = route.useParams()
  const user = useUser()
  return (
    <OrderFrame id={id} wide>
      {(order) => (
        <>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <PageHeading title={`Orden Nº ${order.id}`} />
            <div role="status">
              <OrderStateBadge order={order} />
            </div>
          </div>
          <p className="mt-2 text-muted">
            Hecha el <time dateTime={order.placedAt}>{formatMoment(order.placedAt)}</time>
          </p>
          <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start">
            <div className="flex flex-col gap-6 max-lg:order-2">
              <OrderLines order={order} />
              <OrderDelivery order={order} place={<PickupPlace />} />
              <OrderSeller order={order} />
            </div>
            <div className="flex flex-col gap-6">
              <PayOrder order={order} />
              <Suspense>{owedOf(order) > 0 && order.userId === user?.id && <RefundAccount order={order} />}</Suspense>
              {order.state !== 'placed' && order.userId === user?.id && <BuyAgain order={order} />}
              <OrderTimeline order={order} />
            </div>
          </div>
        </>
      )}
    </OrderFrame>
  )
}

/** The seller as it stood when the order was placed. */
function OrderSeller({ order: { seller } }: { order: Pick<ShippedOrder, 'seller'> }) {
  if (!seller.company) return null
  return (
    <Card id="seller" title="Quién vendió" Icon={Building2} isSmall>
      <div className="mt-3 break-words text-muted">
        <p className="text-text">{seller.company}</p>
        <p>CUIT {formatCuit(seller.cuit)}</p>
        <p>{seller.address}</p>
        <p className="flex flex-wrap gap-x-4">
          {seller.phone} <a href={`mailto:${seller.email}`}>{seller.email}</a>
        </p>
      </div>
    </Card>
  )
}
