import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answered, panelApi, type UnmatchedPayment } from '#frontend/api.ts'
import { HistoryLink } from '#frontend/features/panel/audit/history-link.tsx'
import { unmatchedQuery } from '#frontend/features/panel/panel-orders.queries.ts'
import { priceIn } from '#frontend/features/panel/panel-price.ts'
import { usePanelChange } from '#frontend/features/panel/panel-query.ts'
import { Failure } from '#frontend/ui/refusal.tsx'
import { isLeft, SetAside, useSettling } from './set-aside.tsx'

export function UnmatchedPayments() {
  const { data, error, refetch } = useQuery(unmatchedQuery)
  if (error && !data) return <Failure title="No pudimos cargar los pagos sin orden" of={error} onRetry={refetch} />
  return data && data.payments.length > 0 ? <Known payments={data.payments} /> : null
}

type Decision = { paymentId: string; act: 'refund' | 'dismiss'; note: string }

const abouts = {
  refund: 'Vuelve entero a quien lo hizo, por el medio con el que pagó.',
  dismiss: 'La tienda no mueve dinero: el pago sale de la lista de pendientes y queda en el registro.',
}

/** Folded if all are settled; keeps a payment that was just settled in view. */
function Known({ payments }: { payments: readonly UnmatchedPayment[] }) {
  const left = payments.filter(isLeft).length
  const [isOpen, setOpen] = useState(left > 0)
  const settling = usePanelChange(({ paymentId: id, ...json }: Decision) =>
    answered(panelApi.unmatched[':id'].$post({ param: { id }, json })),
  )
  const [ask, dialog] = useSettling(abouts, settling)
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
            <Unmatched key={payment.paymentId} payment={payment} onAct={ask} />
          ))}
        </ul>
      </details>
      {dialog}
    </section>
  )
}

type Props = { payment: UnmatchedPayment; onAct: (asked: Omit<Decision, 'note'>) => void }

function Unmatched({ payment, onAct }: Props) {
  const { paymentId, amount, currency, reference } = payment
  return (
    <SetAside
      payment={payment}
      title={`Pago Nº ${paymentId}: ${priceIn(amount, currency)}`}
      note={reference && `, nombra «${reference}»`}
      beside={<HistoryLink of={`unmatched-${paymentId}`} label={`Historial del pago Nº ${paymentId}`} />}
      acts={['refund', 'dismiss']}
      onAct={onAct}
    />
  )
}
