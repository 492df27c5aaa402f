import { DecisionDialog, type DecisionWords } from './decision-dialog.tsx'
import { type AsideDecision, useAsideDecision } from './order-acts.queries.ts'

type Props = Pick<AsideDecision, 'paymentId' | 'act'> & { orderId: number; onClose: () => void }

export function AsideDialog({ orderId, ...asked }: Props) {
  return <DecisionDialog {...asked} words={words} deciding={useAsideDecision(orderId)} />
}

const words: DecisionWords<AsideDecision['act']> = {
  accept: {
    title: 'Aceptar el pago Nº',
    about: 'La orden queda pagada con lo que cobró el proveedor, aunque no coincida con su total.',
    label: 'Aceptar',
    look: 'primary',
  },
  refund: {
    title: 'Devolver el pago Nº',
    about: 'Vuelve entero al comprador, por el medio con el que pagó. La orden no cambia.',
    label: 'Devolver',
    look: 'danger',
  },
  dismiss: {
    title: 'Dar por resuelto el pago Nº',
    about: 'La tienda no mueve dinero: el pago sale de la lista de pendientes y queda en la historia de la orden.',
    label: 'Dar por resuelto',
    look: 'primary',
  },
}
