import { useState } from 'react'
import { shipmentLimits } from '#backend/domain/order/order.limits.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { useOrderStep } from './order-acts.queries.ts'

const carriers = ['Andreani', 'Correo Argentino', 'OCA']

/** `known`: the shipped parcel to correct. */
type Props = { id: number; known?: Parcel | undefined; onClose: () => void }
type Parcel = { carrier?: string | undefined; tracking?: string | undefined }

/** The buyer sees both in the order and by mail. */
export function ShipDialog({ id, known, onClose }: Props) {
  const [carrier, setCarrier] = useState(known?.carrier ?? '')
  const [tracking, setTracking] = useState(known?.tracking ?? '')
  const shipping = useOrderStep(id)
  const step = { name: 'ship', carrier, tracking } as const
  const ship = () => shipping.mutate(known ? { ...step, corrects: true } : step, { onSuccess: onClose })
  return (
    <AskDialog
      title={known ? `Corregir el envío de la orden Nº ${id}` : `Despachar la orden Nº ${id}`}
      about={
        known
          ? 'El comprador recibe otro correo con los datos corregidos. Los anteriores quedan en el historial.'
          : 'El comprador ve estos datos en su orden y en el correo que le mandamos.'
      }
      confirm={{ label: known ? 'Corregir' : 'Despachar' }}
      doing={shipping}
      onConfirm={ship}
      onClose={onClose}
    >
      <Field
        label="Transporte"
        name="carrier"
        required
        maxLength={shipmentLimits.carrier}
        offered={carriers}
        value={carrier}
        onChange={(event) => setCarrier(event.target.value)}
      />
      <Field
        label="Número de seguimiento"
        name="tracking"
        required
        maxLength={shipmentLimits.tracking}
        value={tracking}
        onChange={(event) => setTracking(event.target.value)}
      />
    </AskDialog>
  )
}
