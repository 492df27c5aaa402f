// Lists payments set aside, with an order or without one, and asks the staff to decide.
import { type ReactNode, useState } from 'react'
import type { PanelOrderDetail, UnmatchedPayment } from '#frontend/api.ts'
import { useMay } from '#frontend/session.ts'
import { Button, type ButtonLook } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { NoteDialog } from './note-dialog.tsx'

type State = (UnmatchedPayment | PanelOrderDetail['aside'][number])['state']
type Act = 'accept' | 'refund' | 'dismiss'

const states: Record<State, string> = {
  open: 'Por resolver',
  accepted: 'Aceptado',
  refunding: 'Devolución en curso',
  unanswered: 'El proveedor no confirmó la devolución; le seguimos preguntando',
  refused: 'El proveedor no aceptó devolverlo',
  refunded: 'Devuelto',
  dismissed: 'Resuelto',
}
/** The payment's number follows the title. */
const words: Record<Act, { asked: string; look: ButtonLook; title: string; label: string }> = {
  accept: { asked: 'Aceptar el pago', look: 'primary', title: 'Aceptar el pago Nº', label: 'Aceptar' },
  refund: { asked: 'Devolver el pago', look: 'danger', title: 'Devolver el pago Nº', label: 'Devolver' },
  dismiss: {
    asked: 'Ya está resuelto',
    look: 'outline',
    title: 'Dar por resuelto el pago Nº',
    label: 'Dar por resuelto',
  },
}

export function isLeft({ state }: { state: State }): boolean {
  return state !== 'refunded' && state !== 'dismissed' && state !== 'accepted'
}

type ItemProps<Asked extends Act> = {
  payment: { paymentId: string; state: State; at: string }
  title: string
  note?: string | false
  beside?: ReactNode
  children?: ReactNode
  acts: readonly Asked[]
  onAct: (asked: { paymentId: string; act: Asked }) => void
}

export function SetAside<Asked extends Act>({ payment, title, note, beside, children, acts, onAct }: ItemProps<Asked>) {
  const { paymentId, state, at } = payment
  const mayRefund = useMay()('orders:refund')
  const isAsked = state === 'unanswered'
  const offered = mayRefund && (isAsked || state === 'open' || state === 'refused') ? acts : []
  return (
    <li className="cut border border-line bg-raised p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <strong className="font-semibold">{title}</strong>
          <p className={isLeft(payment) ? 'font-semibold text-warn' : 'text-muted'}>{states[state]}</p>
        </div>
        {beside}
      </div>
      <p className="mt-1 text-sm break-words text-muted">
        Apartado el <time dateTime={at}>{formatMoment(at)}</time>
        {note}
      </p>
      {children}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {offered
          .filter((act) => act === 'refund' || !isAsked)
          .map((act) => (
            <Button key={act} look={words[act].look} onClick={() => onAct({ paymentId, act })}>
              {act === 'refund' && state !== 'open' ? 'Intentar de nuevo' : words[act].asked}
            </Button>
          ))}
      </div>
    </li>
  )
}

type Settling<Asked> = {
  isPending: boolean
  error: Error | null
  mutate: (decision: { paymentId: string; act: Asked; note: string }, then: { onSuccess: () => void }) => void
}

/** `abouts`: said before each act. The dialog stays while the payment's state changes. */
export function useSettling<Asked extends Act>(abouts: Record<Asked, string>, settling: Settling<Asked>) {
  const [asked, ask] = useState<{ paymentId: string; act: Asked } | null>(null)
  const onClose = () => ask(null)
  const dialog = asked && (
    <NoteDialog
      title={`${words[asked.act].title} ${asked.paymentId}`}
      about={abouts[asked.act]}
      confirm={{ label: words[asked.act].label, look: asked.act === 'refund' ? 'danger' : 'primary' }}
      isNeeded={asked.act === 'dismiss'}
      doing={settling}
      onConfirm={({ note }) => settling.mutate({ ...asked, note }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
  return [ask, dialog] as const
}
