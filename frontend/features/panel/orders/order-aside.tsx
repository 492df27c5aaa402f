import { useState } from 'react'
import { isPaidState, orderStateNames } from '#backend/domain/order/order.limits.ts'
import { asideFields } from '#backend/domain/payment/aside.limits.ts'
import type { OrderState, PanelOrderDetail } from '#frontend/api.ts'
import { panelPrice, priceIn } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { DecisionDialog, type DecisionWords } from './note-dialog.tsx'
import { type AsideDecision, useAsideDecision } from './order-acts.queries.ts'
import { paymentName } from './payment-name.ts'

type Payment = PanelOrderDetail['aside'][number]
type Asking = Pick<AsideDecision, 'paymentId' | 'act'>

export function OrderAside({ order }: { order: PanelOrderDetail }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const may = useMay()
  if (order.aside.length === 0) return null
  return (
    <section aria-label="Pagos apartados" className="mt-6 border-t border-line pt-6 sm:px-4">
      <h3 className="font-semibold">Pagos apartados</h3>
      <p className="mt-1 text-sm text-muted">Llegaron, pero no coinciden con esta orden.</p>
      <ul className="mt-4 flex flex-col gap-4">
        {order.aside.map((payment) => (
          <li key={payment.paymentId} className="cut border border-line bg-raised p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <strong className="font-semibold">{paymentName(payment.paymentId)}</strong>
              <span className={payment.state === 'open' ? 'font-semibold text-warn' : 'text-muted'}>
                {states[payment.state]}
              </span>
            </div>
            <p className="text-sm text-muted">
              Apartado el <time dateTime={payment.at}>{formatMoment(payment.at)}</time>
            </p>
            <Differences of={payment} />
            {payment.state === 'open' && may('orders:refund') && (
              <Acts order={order} onAct={(act) => setAsking({ paymentId: payment.paymentId, act })} />
            )}
          </li>
        ))}
      </ul>
      {asking && <Decision orderId={order.id} {...asking} onClose={() => setAsking(null)} />}
    </section>
  )
}

const states: Record<Payment['state'], string> = {
  open: 'Por resolver',
  accepted: 'Aceptado',
  refunding: 'Devolución en curso',
  refunded: 'Devuelto',
  dismissed: 'Resuelto',
}

function Differences({ of: { differences } }: { of: Payment }) {
  const currency = differences.find(({ field }) => field === 'currency')
  return (
    <dl className="mt-3 flex flex-col gap-1 text-sm">
      {differences.map(({ field, expected, found }) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{asideFields[field] ?? field}:</dt>
          <dd className="break-all">
            {valueText(field, found, currency?.found)} en lugar de {valueText(field, expected, currency?.expected)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** `currency`: the payment's, if different from the order's. */
function valueText(field: string, value: string, currency?: string): string {
  if (field === 'amountCents' && /^\d+$/.test(value))
    return currency ? priceIn(Number(value) / 100, currency) : panelPrice(Number(value) / 100)
  if (field === 'liveMode') return value === 'true' ? 'sí' : 'no'
  if (field === 'status') return orderStateNames[value as OrderState] ?? value
  if (field === 'date') return value.split('-').reverse().join('/')
  return value
}

type ActsProps = { order: Pick<PanelOrderDetail, 'state'>; onAct: (act: AsideDecision['act']) => void }

function Acts({ order: { state }, onAct }: ActsProps) {
  const isWaiting = !isPaidState(state) && state !== 'refunded' && state !== 'cancelled'
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {isWaiting && <Button onClick={() => onAct('accept')}>Aceptar el pago</Button>}
      <Button look="danger" onClick={() => onAct('refund')}>
        Devolver el pago
      </Button>
      <Button look="outline" onClick={() => onAct('dismiss')}>
        Ya está resuelto
      </Button>
    </div>
  )
}

const words: DecisionWords<AsideDecision['act']> = {
  accept: {
    title: 'Aceptar el pago Nº',
    about: 'La orden queda pagada con lo que llegó, aunque no coincida con su total.',
    label: 'Aceptar',
    look: 'primary',
  },
  refund: {
    title: 'Devolver el pago Nº',
    about:
      'Vuelve entero al comprador, por el medio con el que pagó; una transferencia la hacés vos. La orden no cambia.',
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

function Decision({ orderId, ...asked }: Asking & { orderId: number; onClose: () => void }) {
  return <DecisionDialog {...asked} words={words} deciding={useAsideDecision(orderId)} />
}
