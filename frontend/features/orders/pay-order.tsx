import { CreditCard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { OrderDetail } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Button, buttonLook } from '#frontend/ui/button.tsx'
import Dialog from '#frontend/ui/dialog.tsx'
import { Price } from '#frontend/ui/figures/price.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { useCancelOrder } from './orders.queries.ts'

const TransferOrder = lazy(() => import('./transfer/transfer-order.tsx'))

export function PayOrder({ order }: { order: OrderDetail }) {
  const isLate = order.state === 'expired' && order.transfer !== null
  if (order.state !== 'placed' && !isLate) return null
  return (
    <section
      aria-label="Pago pendiente"
      className="cut-lg flex flex-col gap-5 border border-violet/50 bg-raised p-5 shadow-glow sm:p-6"
    >
      {order.transfer ? (
        <Suspense fallback={<div className="shimmer cut h-80" />}>
          <TransferOrder order={order} />
        </Suspense>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-muted">A pagar</span>
            <Price amount={order.total} className="text-3xl" />
          </p>
          <HoldCountdown holdUntil={order.holdUntil} />
        </>
      )}
      {!isLate && (
        <div className="flex flex-wrap gap-3">
          <PayOrCancel order={order} pay="Pagar en Mercado Pago" look="min-h-12 grow" />
        </div>
      )}
    </section>
  )
}

type Props = { order: Pick<OrderDetail, 'id' | 'initPoint' | 'transfer'>; pay: string; look: string }

export function PayOrCancel({ order, pay, look }: Props) {
  const { initPoint } = order
  const [asking, setAsking] = useState(false)
  return (
    <>
      {initPoint && (
        <a href={initPoint} className={buttonLook('primary', look)}>
          <CreditCard className="size-5" />
          {pay}
        </a>
      )}
      <Button look="danger" className={look} onClick={() => setAsking(true)}>
        Cancelar la orden
      </Button>
      <CancelDialog order={order} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

type CancelProps = { order: Props['order']; open: boolean; onClose: () => void }

function CancelDialog({ order: { id, transfer }, open, onClose }: CancelProps) {
  const cancelling = useCancelOrder(id)
  const cancel = () => cancelling.mutate(undefined, { onSuccess: onClose })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`¿Cancelar la orden Nº ${id}?`}
      confirm={{ label: 'Sí, cancelar la orden', run: cancel, look: 'danger', busy: cancelling.isPending }}
      closeLabel="No, dejarla como está"
      failure={cancelling.error && messageOf(cancelling.error)}
    >
      <p>
        Liberamos los productos apartados y ya no vas a poder pagarla.{' '}
        {transfer ? 'Si ya transferiste, no la canceles: escribinos.' : 'Tu carrito queda como está.'}
      </p>
    </Dialog>
  )
}
