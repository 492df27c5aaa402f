// What is asked before a payment that was set aside is dealt with.
import type { ButtonLook } from '#frontend/ui/button.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { type AsideDecision, useAsideDecision } from './order-acts.queries.ts'

type Props = Pick<AsideDecision, 'paymentId' | 'act'> & { orderId: number; onClose: () => void }

export function AsideDialog({ orderId, paymentId, act, onClose }: Props) {
  const deciding = useAsideDecision(orderId)
  const { title, about, ...confirm } = words[act]
  return (
    <NoteDialog
      title={`${title} ${paymentId}`}
      about={about}
      confirm={confirm}
      isNeeded={act === 'dismiss'}
      doing={deciding}
      onConfirm={(note) => deciding.mutate({ paymentId, act, note }, { onSuccess: onClose })}
      onClose={onClose}
    />
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
