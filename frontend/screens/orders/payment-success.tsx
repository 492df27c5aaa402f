// /payment/success: back from the provider. The server tells the real outcome.
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, Clock, ReceiptText } from 'lucide-react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import type { OrderDetail } from '#frontend/api.ts'
import { PaidCountdown } from '#frontend/features/checkout/paid-countdown.tsx'
import { PaymentReturn } from '#frontend/features/checkout/payment-return.tsx'
import { OrderLink } from '#frontend/features/orders/order-link.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'

const route = getRouteApi('/payment/success')

export default function PaymentSuccessScreen() {
  const none = (
    <Outcome tone="muted" icon={<ReceiptText />} title="No hay ningún pago para confirmar">
      <ButtonLink to="/orders">Ver mis compras</ButtonLink>
    </Outcome>
  )
  return (
    <Page here="Pago" wide={false}>
      <PaymentReturn asked={route.useSearch()} none={none}>
        {(found) => <PaymentOf order={found} />}
      </PaymentReturn>
    </Page>
  )
}

function PaymentOf({ order }: { order: OrderDetail }) {
  const navigate = route.useNavigate()
  const toOrder = <OrderLink id={order.id} isNumbered />
  if (isPaidState(order.state)) {
    const goOn = () =>
      void navigate({ to: '/order/$id/checkout/confirmation/success', params: { id: order.id }, replace: true })
    return (
      <Outcome tone="ok" icon={<CircleCheck />} title="Pago realizado correctamente">
        <PaidCountdown order={order} onEnd={goOn} />
      </Outcome>
    )
  }
  if (order.state === 'placed') {
    return (
      <Outcome tone="warn" icon={<Clock />} title="Tu pago está pendiente">
        <p className="text-muted">
          El medio de pago todavía no lo confirmó. Esta página se actualiza sola, y si te vas lo seguimos nosotros.
        </p>
        {toOrder}
      </Outcome>
    )
  }
  return (
    <Outcome tone="bad" icon={<ReceiptText />} title="El pago no se completó">
      {toOrder}
    </Outcome>
  )
}
