// Says what a decision about a payment that was set aside does, and asks why.
import { useId, useState } from 'react'
import { asideNote } from '#backend/domain/order/order.limits.ts'
import { AskDialog } from '#frontend/features/panel/ask-dialog.tsx'
import type { ButtonLook } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/field.tsx'
import { type AsideDecision, useAsideDecision } from './order-acts.queries.ts'

type Props = Pick<AsideDecision, 'paymentId' | 'act'> & { orderId: number; onClose: () => void }

/** The reason is kept in the log; it may stay empty where the act says enough. */
export function AsideDialog({ orderId, paymentId, act, onClose }: Props) {
  const [note, setNote] = useState('')
  const deciding = useAsideDecision(orderId)
  const { title, about, label, look } = words[act]
  const isNeeded = act === 'dismiss'
  return (
    <AskDialog
      title={`${title} ${paymentId}`}
      about={about}
      confirm={{ label, look }}
      doing={deciding}
      onConfirm={() => deciding.mutate({ paymentId, act, note: note.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field
        id={useId()}
        label={isNeeded ? 'Cómo se resolvió' : 'Motivo (opcional)'}
        name="note"
        autoComplete="off"
        required={isNeeded}
        minLength={isNeeded ? asideNote.min : undefined}
        maxLength={asideNote.max}
        value={note}
        hint="Queda en el registro, para quien lo revise después."
        onChange={(event) => setNote(event.target.value)}
      />
    </AskDialog>
  )
}

const words: Record<AsideDecision['act'], { title: string; about: string; label: string; look: ButtonLook }> = {
  accept: {
    title: 'Aceptar el pago Nº',
    about: 'La orden queda pagada con lo que cobró el proveedor, aunque no coincida con su total.',
    ...{ label: 'Aceptar', look: 'primary' },
  },
  refund: {
    title: 'Devolver el pago Nº',
    about: 'Vuelve entero al comprador, por el medio con el que pagó. La orden no cambia.',
    ...{ label: 'Devolver', look: 'danger' },
  },
  dismiss: {
    title: 'Dar por resuelto el pago Nº',
    about: 'La tienda no mueve dinero: el pago sale de la lista de pendientes y queda en la historia de la orden.',
    ...{ label: 'Dar por resuelto', look: 'primary' },
  },
}
