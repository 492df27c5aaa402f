// Next step of a paid order: pack, hand to carrier or buyer, mark as delivered.
import { Package, PackageCheck, Store, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { DialogButton } from '#frontend/features/panel/form/dialog-button.tsx'
import { usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { type Step, takeStep } from './order-acts.queries.ts'
import { ShipDialog } from './ship-dialog.tsx'

/** Shows the step to staff who may take it, and the parcel's carrier; nothing for unpaid orders. */
export function OrderActs({ order }: { order: Pick<PanelOrderDetail, 'id' | 'state' | 'timeline' | 'shipping'> }) {
  const { id, state, shipping } = order
  const mayFulfil = useMay()('orders:fulfil')
  const stepping = usePanelChange((step: Step) => takeStep(id, step))
  const next = mayFulfil ? (shipping === null ? pickupSteps : shippedSteps)[state] : undefined
  const parcel = order.timeline.findLast(({ carrier }) => carrier)
  if (!next && !parcel) return null
  const step = next?.step
  return (
    <section
      aria-label={shipping === null && !parcel ? 'Retiro' : 'Envío'}
      className="mt-6 flex flex-wrap items-center gap-4 border-t border-line pt-6 sm:px-4"
    >
      {parcel && (
        <p className="grow break-words">
          <span className="text-muted">Envío: </span>
          {parcel.carrier}, seguimiento <strong className="font-semibold">{parcel.tracking}</strong>
        </p>
      )}
      {parcel && mayFulfil && state === 'shipped' && (
        <DialogButton look="outline" dialog={(onClose) => <ShipDialog id={id} known={parcel} onClose={onClose} />}>
          Corregir el envío
        </DialogButton>
      )}
      {next && step && (
        <Button icon={next.icon} busy={stepping.isPending} onClick={() => stepping.mutate(step)}>
          {next.label}
        </Button>
      )}
      {next && !step && (
        <DialogButton icon={next.icon} dialog={(onClose) => <ShipDialog id={id} onClose={onClose} />}>
          {next.label}
        </DialogButton>
      )}
      {stepping.error && <Failure title="No pudimos cambiar la orden" of={stepping.error} />}
    </section>
  )
}

const look = 'size-5'
/** Without `step`: asks about the parcel. */
type NextStep = { step?: Step; label: string; icon: ReactNode }
type NextSteps = Partial<Record<PanelOrderDetail['state'], NextStep>>
const forBoth: NextSteps = {
  paid: { step: 'prepare', label: 'Marcar como preparada', icon: <Package className={look} /> },
  // Pick-up orders too, once they were shipped as a parcel.
  shipped: { step: 'deliver', label: 'Marcar como entregada', icon: <PackageCheck className={look} /> },
}
const shippedSteps: NextSteps = {
  ...forBoth,
  prepared: { label: 'Despachar', icon: <Truck className={look} /> },
}
const pickupSteps: NextSteps = {
  ...forBoth,
  paid: { step: 'prepare', label: 'Empezar a preparar', icon: <Package className={look} /> },
  prepared: { step: 'ready', label: 'Lista para retirar', icon: <Store className={look} /> },
  ready_for_pickup: { step: 'handover', label: 'Marcar como retirada', icon: <PackageCheck className={look} /> },
}
