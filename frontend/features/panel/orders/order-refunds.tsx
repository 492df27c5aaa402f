import { RotateCcw } from 'lucide-react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import type { RefundState } from '#backend/domain/payment/refund-state.limits.ts'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { DialogButton } from '#frontend/features/panel/form/dialog-button.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { leftToRefund } from './left-to-refund.ts'
import type { RefundName } from './order-acts.queries.ts'
import { paymentName } from './payment-name.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { DismissalButton, RefundTrouble } from './refund-trouble.tsx'

/** Lists parts and whole payments; 'Devolver dinero' needs the permission and a refundable rest. */
export function OrderRefunds({ order }: { order: PanelOrderDetail }) {
  const may = useMay()
  const canRefund = may('orders:refund') && isPaidState(order.state) && leftToRefund(order) > 0
  const hasAny = order.refunds.length + order.fullRefunds.length > 0
  if (!canRefund && !hasAny) return null
  return (
    <section
      aria-label="Devoluciones"
      className="mt-6 flex flex-col items-start gap-4 border-t border-line pt-6 sm:px-4"
    >
      {hasAny && (
        <ul aria-label="Dinero devuelto" className="flex w-full flex-col gap-2">
          {order.refunds.map((refund, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
            <Part key={index} order={order} refund={refund} />
          ))}
          {order.fullRefunds.map((payment) => (
            <FullRefund key={payment.paymentId} order={order} payment={payment} />
          ))}
        </ul>
      )}
      {canRefund && (
        <DialogButton
          look="outline"
          icon={<RotateCcw className="size-5" />}
          dialog={(onClose) => <RefundDialog order={order} onClose={onClose} />}
        >
          Devolver dinero
        </DialogButton>
      )}
    </section>
  )
}

type PartProps = { order: PanelOrderDetail; refund: PanelOrderDetail['refunds'][number] }

function Part({ order, refund }: PartProps) {
  const of = { refund: refund.refund }
  const answer = order.refundAnswers[refund.refund]
  return <GoingBack order={order} what={unitsText(refund, order)} {...refund} of={of} answer={answer} />
}

type FullProps = { order: PanelOrderDetail; payment: PanelOrderDetail['fullRefunds'][number] }

function FullRefund({ order, payment }: FullProps) {
  const { paymentId } = payment
  const answer = order.refundAnswers[paymentId]
  const what = `${paymentName(paymentId)}, entero`
  return <GoingBack order={order} what={what} {...payment} of={{ paymentId }} answer={answer} />
}

const ends: Partial<Record<RefundState, string>> = { under_way: ' (en curso)', dismissed: ' (resuelto de otra manera)' }

type GoingBackProps = {
  order: PanelOrderDetail
  what: string
  amount: number
  state: RefundState
  of: RefundName
  answer: string | undefined
}

/** A refund and its progress; struck out if the provider returned nothing. */
function GoingBack({ order, what, amount, state, of, answer }: GoingBackProps) {
  const may = useMay()
  const isToTransfer = order.transfer !== null && state === 'under_way'
  const isKept = state === 'refused' || state === 'dismissed'
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span>
        {what}
        {isToTransfer ? ' (a transferir)' : ends[state]}
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {isKept ? <s>{panelPrice(amount)}</s> : `−${panelPrice(amount)}`}
      </span>
      {(state === 'refused' || state === 'unanswered') && (
        <RefundTrouble orderId={order.id} trouble={state} amount={amount} of={of} answer={answer} />
      )}
      {isToTransfer && may('orders:refund') && <DismissalButton orderId={order.id} amount={amount} of={of} />}
    </li>
  )
}

function unitsText({ lines, restocked }: PanelOrderDetail['refunds'][number], { lines: bought }: PanelOrderDetail) {
  if (lines.length === 0) return 'Devolución de un monto'
  const names = lines.map(({ id, quantity }) => `${quantity} × ${bought.find((line) => line.id === id)?.name ?? id}`)
  return `${names.join(', ')}${restocked ? ', de vuelta en el stock' : ''}`
}
