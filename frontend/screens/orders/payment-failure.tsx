// /payment/failure: back from the provider without a payment, or before one.
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { CircleX, CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import type { OrderDetail } from '#frontend/api.ts'
import { PaymentReturn } from '#frontend/features/checkout/payment-return.tsx'
import { HoldCountdown } from '#frontend/features/orders/hold-countdown.tsx'
import { OrderLink } from '#frontend/features/orders/order-link.tsx'
import { orderStates } from '#frontend/features/orders/order-state.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { ButtonLink, buttonLook } from '#frontend/ui/button.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'

const route = getRouteApi('/payment/failure')

/** An order that is still payable leads back to its wallet; only one that ended unpaid counts as failed. */
export default function PaymentFailureScreen() {
  return (
    <Page here="Pago" wide={false}>
      <PaymentReturn
        asked={route.useSearch()}
        none={<Unpaid story="Si intentaste pagar una compra, la encontrás con su estado en «Mis compras»." />}
      >
        {(found) => <PaymentOf order={found} />}
      </PaymentReturn>
    </Page>
  )
}

function PaymentOf({ order }: { order: OrderDetail }) {
  const toOrder = <OrderLink id={order.id} isNumbered />
  if (isPaidState(order.state)) return <Navigate to="/payment/success" search={{ order: order.id }} replace />
  if (order.state === 'placed') return <StillOpen order={order} toOrder={toOrder} />
  const { story } = orderStates[order.state]
  return (
    <Unpaid story={order.state === 'refunded' ? story : `${story} No se te cobró nada y tu carrito sigue como estaba.`}>
      {toOrder}
    </Unpaid>
  )
}

function StillOpen({ order, toOrder }: { order: OrderDetail; toOrder: ReactNode }) {
  return (
    <Outcome tone="warn" icon={<CreditCard />} title="Tu orden espera el pago">
      <div className="cut border border-line bg-raised px-5 py-3.5 text-left">
        <HoldCountdown holdUntil={order.holdUntil} />
      </div>
      <p className="text-muted">
        Saliste del sitio de pago sin terminar. Podés seguir donde estabas; si ya pagaste, esta página se entera sola.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {order.initPoint && (
          <a href={order.initPoint} className={buttonLook()}>
            <CreditCard className="size-5" />
            Seguir pagando
          </a>
        )}
        {toOrder}
      </div>
    </Outcome>
  )
}

function Unpaid({ story, children }: { story: string; children?: ReactNode }) {
  return (
    <Outcome tone="bad" icon={<CircleX />} title="El Pago no pudo realizarse">
      <p className="text-muted">{story}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/shoppingCart">Volver al carrito</ButtonLink>
        <ButtonLink to="/home" look="outline">
          Ver productos
        </ButtonLink>
        {children}
      </div>
    </Outcome>
  )
}
