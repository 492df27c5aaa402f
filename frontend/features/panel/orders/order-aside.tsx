import { isPaidState, orderStateNames } from '#backend/domain/order/order.limits.ts'
import { asideFields } from '#backend/domain/payment/aside.limits.ts'
import { type OrderState, orderApi, type PanelOrderDetail } from '#frontend/api.ts'
import { panelPrice, priceIn } from '#frontend/features/panel/panel-price.ts'
import { useOrderChange } from './order-acts.queries.ts'
import { paymentName } from './payment-name.ts'
import { SetAside, useSettling } from './set-aside.tsx'

export function OrderAside({ order: { id, state, aside } }: { order: PanelOrderDetail }) {
  const [ask, dialog] = useSettling(abouts, useOrderChange(id, orderApi[':id'].aside.$post))
  if (aside.length === 0) return null
  const isWaiting = !isPaidState(state) && state !== 'refunded' && state !== 'cancelled'
  return (
    <section aria-label="Pagos apartados" className="mt-6 border-t border-line pt-6 sm:px-4">
      <h3 className="font-semibold">Pagos apartados</h3>
      <p className="mt-1 text-sm text-muted">Llegaron, pero no coinciden con esta orden.</p>
      <ul className="mt-4 flex flex-col gap-4">
        {aside.map((payment) => (
          <SetAside
            key={payment.paymentId}
            payment={payment}
            title={paymentName(payment.paymentId)}
            acts={isWaiting ? ['accept', 'refund', 'dismiss'] : ['refund', 'dismiss']}
            onAct={ask}
          >
            <Differences of={payment} />
          </SetAside>
        ))}
      </ul>
      {dialog}
    </section>
  )
}

const abouts = {
  accept: 'La orden queda pagada con lo que llegó, aunque no coincida con su total.',
  refund:
    'Vuelve entero al comprador, por el medio con el que pagó; una transferencia la hacés vos. La orden no cambia.',
  dismiss: 'La tienda no mueve dinero: el pago sale de la lista de pendientes y queda en la historia de la orden.',
}

function Differences({ of: { differences } }: { of: PanelOrderDetail['aside'][number] }) {
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
