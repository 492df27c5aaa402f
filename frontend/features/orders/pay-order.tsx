import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { OrderDetail } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Button, buttonLook } from '#frontend/ui/button.tsx'
import Dialog from '#frontend/ui/dialog.tsx'
import { Price } from '#frontend/ui/figures/price.tsx'
import { HoldCountdown } from './hold-countdown.tsx'
import { useCancelOrder } from './orders.queries.ts'

export function PayOrder({ order }: { order: OrderDetail }) {
  if (order.state !== 'placed') return null
  return (
    <section
      aria-label="Pago pendiente"
      className="cut-lg flex flex-col gap-5 border border-violet/50 bg-raised p-5 shadow-glow sm:p-6"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">A pagar</span>
        <Price amount={order.total} className="text-3xl" />
      </p>
      <HoldCountdown holdUntil={order.holdUntil} />
      <div className="flex flex-wrap gap-3">
        <PayOrCancel order={order} pay="Pagar en Mercado Pago" look="min-h-12 grow" />
      </div>
    </section>
  )
}

type Props = { order: Pick<OrderDetail, 'id' | 'initPoint'>; pay: string; look: string }

export function PayOrCancel({ order: { id, initPoint }, pay, look }: Props) {
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
      <CancelDialog id={id} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

function CancelDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
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
      <p>Liberamos los productos apartados y ya no vas a poder pagarla. Tu carrito queda como está.</p>
    </Dialog>
  )
}
