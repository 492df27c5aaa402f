import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Price } from '#frontend/ui/figures/price.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { openOrderQuery } from './orders.queries.ts'
import { PayOrCancel } from './pay-order.tsx'

export function WaitingOrder({ userId }: { userId: number }) {
  const { data: order } = useQuery({ ...openOrderQuery(userId), enabled: userId > 0 })
  if (!order) return null
  return (
    <section
      aria-label="Orden sin pagar"
      className="cut-lg mb-8 flex flex-wrap items-center gap-x-8 gap-y-4 border border-violet/50 bg-raised p-5 sm:p-6"
    >
      <div className="flex min-w-0 grow basis-80 flex-col gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link
            to="/order/$id"
            params={{ id: order.id }}
            className="py-1 text-lg font-semibold hover:text-violet-soft hover:underline"
          >
            Tu orden Nº {order.id} espera tu pago
          </Link>
          <Price amount={order.total} />
        </p>
        <HoldCountdown holdUntil={order.holdUntil} />
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        <PayOrCancel order={order} pay="Seguir pagando" look="max-sm:grow" />
      </div>
    </section>
  )
}
