// Asks with whom a parcel goes, and what they know it by.
import { useId, useState } from 'react'
import { shipmentLimits } from '#backend/domain/order/order.limits.ts'
import { AskDialog } from '#frontend/features/panel/ask-dialog.tsx'
import { Field } from '#frontend/ui/field.tsx'
import { useOrderStep } from './order-acts.queries.ts'

const carriers = ['Andreani', 'Correo Argentino', 'OCA']

/** The buyer reads both in their order and in the mail. */
export function ShipDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [carrier, setCarrier] = useState('')
  const [tracking, setTracking] = useState('')
  const shipping = useOrderStep(id)
  const ship = () => shipping.mutate({ name: 'ship', carrier, tracking }, { onSuccess: onClose })
  return (
    <AskDialog
      title={`Despachar la orden Nº ${id}`}
      about="El comprador ve estos datos en su orden y en el correo que le mandamos. Después no se pueden cambiar."
      confirm={{ label: 'Despachar' }}
      doing={shipping}
      onConfirm={ship}
      onClose={onClose}
    >
      <Entry name="carrier" label="Transporte" value={carrier} onEntry={setCarrier} suggestions={carriers} />
      <Entry name="tracking" label="Número de seguimiento" value={tracking} onEntry={setTracking} />
    </AskDialog>
  )
}

type EntryProps = {
  name: keyof typeof shipmentLimits
  label: string
  value: string
  onEntry: (value: string) => void
  suggestions?: readonly string[]
}

function Entry({ name, label, value, onEntry, suggestions = [] }: EntryProps) {
  const id = useId()
  return (
    <div>
      <Field
        id={id}
        label={label}
        name={name}
        list={`${id}-list`}
        autoComplete="off"
        required
        maxLength={shipmentLimits[name]}
        value={value}
        onChange={(event) => onEntry(event.target.value)}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </datalist>
    </div>
  )
}
