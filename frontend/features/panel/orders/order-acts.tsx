// Next step of a paid order: pack, hand to carrier or buyer, mark as delivered.
import { Package, PackageCheck, Store, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { type Step, useOrderStep } from './order-acts.queries.ts'
import { ShipDialog } from './ship-dialog.tsx'

/** Shows the step to staff who may take it, and the parcel's carrier; nothing for unpaid orders. */
export function OrderActs({ order }: { order: Pick<PanelOrderDetail, 'id' | 'state' | 'timeline' | 'shipping'> }) {
  const [isShipping, setIsShipping] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const mayFulfil = useMay()('orders:fulfil')
  const step = useOrderStep(order.id)
  const next = mayFulfil ? nextStepOf(order) : undefined
  const parcel = order.timeline.findLast(({ carrier }) => carrier)
  if (!next && !parcel) return null
  const take = () => {
    if (next?.name === 'ship') setIsShipping(true)
    else if (next) step.mutate({ name: next.name })
  }
  return (
    <section
      aria-label={order.shipping === null && !parcel ? 'Retiro' : 'Envío'}
      className="mt-6 flex flex-wrap items-center gap-4 border-t border-line pt-6 sm:px-4"
    >
      {parcel && (
        <p className="grow break-words">
          <span className="text-muted">Envío: </span>
          {parcel.carrier}, seguimiento <strong className="font-semibold">{parcel.tracking}</strong>
        </p>
      )}
      {parcel && mayFulfil && order.state === 'shipped' && (
        <Button look="outline" onClick={() => setCorrecting(true)}>
          Corregir el envío
        </Button>
      )}
      {next && (
        <Button icon={next.icon} busy={step.isPending} onClick={take}>
          {next.label}
        </Button>
      )}
      {step.error && <Failure title="No pudimos cambiar la orden" of={step.error} />}
      {isCorrecting && <ShipDialog id={order.id} known={parcel} onClose={() => setCorrecting(false)} />}
      {isShipping && <ShipDialog id={order.id} onClose={() => setIsShipping(false)} />}
    </section>
  )
}

const look = 'size-5'
type NextStep = { name: Step['name']; label: string; icon: ReactNode }
type NextSteps = Partial<Record<PanelOrderDetail['state'], NextStep>>
const forBoth: NextSteps = {
  paid: { name: 'prepare', label: 'Marcar como preparada', icon: <Package className={look} /> },
  // Pick-up orders too, once they were shipped as a parcel.
  shipped: { name: 'deliver', label: 'Marcar como entregada', icon: <PackageCheck className={look} /> },
}
const shippedSteps: NextSteps = {
  ...forBoth,
  prepared: { name: 'ship', label: 'Despachar', icon: <Truck className={look} /> },
}
const pickupSteps: NextSteps = {
  ...forBoth,
  paid: { name: 'prepare', label: 'Empezar a preparar', icon: <Package className={look} /> },
  prepared: { name: 'ready', label: 'Lista para retirar', icon: <Store className={look} /> },
  ready_for_pickup: {
    name: 'handover',
    label: 'Marcar como retirada',
    icon: <PackageCheck className={look} />,
  },
}

function nextStepOf(order: Pick<PanelOrderDetail, 'state' | 'shipping'>): NextStep | undefined {
  return (order.shipping === null ? pickupSteps : shippedSteps)[order.state]
}
