import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnmatchedPayment } from '#frontend/api.ts'
import { HistoryLink } from '#frontend/features/panel/audit/history-link.tsx'
import { unmatchedQuery } from '#frontend/features/panel/panel-orders.queries.ts'
import { priceIn } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Failure } from '#frontend/ui/refusal.tsx'
import { DecisionDialog, type DecisionWords } from './note-dialog.tsx'
import { type UnmatchedDecision, useUnmatchedDecision } from './order-acts.queries.ts'

type Asking = Pick<UnmatchedDecision, 'paymentId' | 'act'>

export function UnmatchedPayments() {
  const { data, error, refetch } = useQuery(unmatchedQuery)
  if (error && !data) return <Failure title="No pudimos cargar los pagos sin orden" of={error} onRetry={refetch} />
  return data && data.payments.length > 0 ? <Known payments={data.payments} /> : null
}

/** Folded if all are settled; keeps a payment that was just settled in view. */
function Known({ payments }: { payments: readonly UnmatchedPayment[] }) {
  const left = payments.filter(isLeft).length
  const [isOpen, setOpen] = useState(left > 0)
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <section aria-labelledby="unmatched-title" className="cut-lg mb-6 border border-line bg-surface">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer px-5 py-3">
          <h2 id="unmatched-title" className="inline font-semibold">
            Pagos sin orden
          </h2>{' '}
          <span className={left > 0 ? 'text-warn' : 'text-muted'}>
            ({left === 0 ? 'ninguno por resolver' : `${left} por resolver`})
          </span>
        </summary>
        <p className="px-5 text-sm text-muted">
          El proveedor los cobró para la tienda, pero no nombran ninguna orden: devolvelos, o anotá de qué eran.
        </p>
        <ul className="grid gap-4 p-5 lg:grid-cols-2">
          {payments.map((payment) => (
            <Unmatched key={payment.paymentId} payment={payment} onAct={setAsking} />
          ))}
        </ul>
      </details>
      {asking && <Decision {...asking} onClose={() => setAsking(null)} />}
    </section>
  )
}

const states: Record<UnmatchedPayment['state'], string> = {
  open: 'Por resolver',
  refunding: 'Devolución en curso',
  unanswered: 'El proveedor no confirmó la devolución; le seguimos preguntando',
  refused: 'El proveedor no aceptó devolverlo',
  refunded: 'Devuelto',
  dismissed: 'Resuelto',
}

function isLeft({ state }: UnmatchedPayment): boolean {
  return state !== 'refunded' && state !== 'dismissed'
}

type Props = { payment: UnmatchedPayment; onAct: (asking: Asking) => void }

function Unmatched({ payment, onAct }: Props) {
  const { paymentId, state, at, amount, currency, reference } = payment
  const may = useMay()
  const canRefund = state === 'open' || state === 'refused' || state === 'unanswered'
  return (
    <li className="cut border border-line bg-raised p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <strong className="font-semibold">
            Pago Nº {paymentId}: {priceIn(amount, currency)}
          </strong>
          <p className={isLeft(payment) ? 'font-semibold text-warn' : 'text-muted'}>{states[state]}</p>
        </div>
        <HistoryLink of={`unmatched-${paymentId}`} label={`Historial del pago Nº ${paymentId}`} />
      </div>
      <p className="mt-1 text-sm break-words text-muted">
        Apartado el <time dateTime={at}>{formatMoment(at)}</time>
        {reference && `, nombra «${reference}»`}
      </p>
      {canRefund && may('orders:refund') && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button look="danger" onClick={() => onAct({ paymentId, act: 'refund' })}>
            {state === 'open' ? 'Devolver el pago' : 'Intentar de nuevo'}
          </Button>
          {state !== 'unanswered' && (
            <Button look="outline" onClick={() => onAct({ paymentId, act: 'dismiss' })}>
              Ya está resuelto
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const words: DecisionWords<Asking['act']> = {
  refund: {
    title: 'Devolver el pago Nº',
    about: 'Vuelve entero a quien lo hizo, por el medio con el que pagó.',
    label: 'Devolver',
    look: 'danger',
  },
  dismiss: {
    title: 'Dar por resuelto el pago Nº',
    about: 'La tienda no mueve dinero: el pago sale de la lista de pendientes y queda en el registro.',
    label: 'Dar por resuelto',
    look: 'primary',
  },
}

function Decision(asked: Asking & { onClose: () => void }) {
  return <DecisionDialog {...asked} words={words} deciding={useUnmatchedDecision()} />
}
