// /order/{id}/checkout/.../confirmation with its success and error pages: the order's real status.
import { useMatches, useParams } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import type { OrderDetail } from '#frontend/api.ts'
import { OrderLines } from '#frontend/features/orders/order-lines.tsx'
import { OrderLink } from '#frontend/features/orders/order-link.tsx'
import { OrderStateBadge, wordsOf } from '#frontend/features/orders/order-state.tsx'
import { PayOrder } from '#frontend/features/orders/pay-order.tsx'
import { OrderFrame } from '#frontend/layout/order-frame.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'

export default function OrderConfirmationScreen() {
  const id = Number(useParams({ strict: false }).id ?? 0)
  const said = useMatches({ select: (matches) => String(matches.at(-1)?.routeId).split('/').at(-1) })
  return (
    <OrderFrame id={id} here="Confirmación">
      {(order) => <Confirmed order={order} title={titleOf(order, said)} />}
    </OrderFrame>
  )
}

function titleOf(order: OrderDetail, said: string | undefined): string {
  if (said === 'confirmation') return 'Confirmación de tu orden'
  if (said === 'success' && isPaidState(order.state)) return 'Compra exitosa'
  if (said === 'error' && isLost(order)) return 'Compra fallida'
  return order.state === 'placed' ? 'Esperando tu pago' : wordsOf(order).name
}

function isLost({ state }: OrderDetail): boolean {
  return state === 'rejected' || state === 'expired' || state === 'cancelled'
}

function Confirmed({ order, title }: { order: OrderDetail; title: string }) {
  const { state } = order
  const lost = isLost(order)
  const isPaid = isPaidState(state)
  const tone = isPaid ? 'ok' : lost ? 'bad' : state === 'placed' ? 'warn' : 'muted'
  const Icon = isPaid ? CircleCheck : lost ? CircleX : Clock
  return (
    <div className="flex flex-col gap-6">
      <Outcome tone={tone} icon={<Icon />} title={title}>
        <div className="flex flex-wrap items-center justify-center gap-3">
          <span className="text-muted">Orden Nº {order.id}</span>
          <OrderStateBadge order={order} />
        </div>
        <p className="text-muted">
          {wordsOf(order).story} {state === 'paid' && 'La preparamos en 1 a 2 días hábiles.'}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          {lost && <ButtonLink to="/shoppingCart">Volver al carrito</ButtonLink>}
          <OrderLink id={order.id} />
          {isPaid && (
            <ButtonLink to="/home" look="quiet">
              Seguir comprando
            </ButtonLink>
          )}
        </div>
      </Outcome>
      <PayOrder order={order} />
      <OrderLines order={order} />
    </div>
  )
}
