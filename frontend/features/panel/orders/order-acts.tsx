// The next step of a paid order: packing it, handing it to a carrier, noting that it arrived.
import { Package, PackageCheck, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { useOrderStep } from './order-acts.queries.ts'
import { ShipDialog } from './ship-dialog.tsx'

/** The step that comes next, for who may take it, and with whom the parcel went; nothing for an order that is not paid. */
export function OrderActs({ order }: { order: Pick<PanelOrderDetail, 'id' | 'state' | 'timeline'> }) {
  const [isShipping, setIsShipping] = useState(false)
  const step = useOrderStep(order.id)
  const next = useMay()('orders:fulfil') ? nextSteps[order.state] : undefined
  const parcel = order.timeline.find(({ carrier }) => carrier)
  if (!next && !parcel) return null
  const take = () => {
    if (next?.name === 'ship') setIsShipping(true)
    else if (next) step.mutate({ name: next.name })
  }
  return (
    <section aria-label="Envío" className="mt-6 flex flex-wrap items-center gap-4 border-t border-line pt-6 sm:px-4">
      {parcel && (
        <p className="grow break-words">
          <span className="text-muted">Envío: </span>
          {parcel.carrier}, seguimiento <strong className="font-semibold">{parcel.tracking}</strong>
        </p>
      )}
      {next && (
        <Button icon={next.icon} busy={step.isPending} onClick={take}>
          {next.label}
        </Button>
      )}
      {step.error && <Failure title="No pudimos cambiar la orden" detail={messageOf(step.error)} />}
      {isShipping && <ShipDialog id={order.id} onClose={() => setIsShipping(false)} />}
    </section>
  )
}

const look = 'size-5'
type NextStep = { name: 'prepare' | 'ship' | 'deliver'; label: string; icon: ReactNode }
const nextSteps: Partial<Record<PanelOrderDetail['state'], NextStep>> = {
  paid: { name: 'prepare', label: 'Marcar como preparada', icon: <Package className={look} aria-hidden /> },
  prepared: { name: 'ship', label: 'Despachar', icon: <Truck className={look} aria-hidden /> },
  shipped: { name: 'deliver', label: 'Marcar como entregada', icon: <PackageCheck className={look} aria-hidden /> },
}
