// What of an order's money went back, and giving back more of it.
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { leftToRefund } from './left-to-refund.ts'
import { useRefundRetry } from './order-acts.queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The parts that went back or are on their way; 'Devolver dinero' for who may, while the order is paid and something is left. */
export function OrderRefunds({ order }: { order: PanelOrderDetail }) {
  const [isAsking, setIsAsking] = useState(false)
  const may = useMay()
  const canRefund = may('orders:refund') && isPaidState(order.state) && leftToRefund(order) > 0
  if (!canRefund && order.refunds.length === 0) return null
  return (
    <section
      aria-label="Devoluciones"
      className="mt-6 flex flex-col items-start gap-4 border-t border-line pt-6 sm:px-4"
    >
      {order.refunds.length > 0 && (
        <ul aria-label="Dinero devuelto" className="flex w-full flex-col gap-2">
          {order.refunds.map((refund, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
            <li key={index} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {unitsText(refund, order)}
                {refund.isDone || refund.trouble ? '' : ' (en curso)'}
              </span>
              <span className="whitespace-nowrap tabular-nums">
                {refund.trouble === 'refused' ? <s>{panelPrice(refund.amount)}</s> : `−${panelPrice(refund.amount)}`}
              </span>
              {refund.trouble && <Trouble orderId={order.id} refund={refund} />}
            </li>
          ))}
        </ul>
      )}
      {canRefund && (
        <Button look="outline" icon={<RotateCcw className="size-5" aria-hidden />} onClick={() => setIsAsking(true)}>
          Devolver dinero
        </Button>
      )}
      {isAsking && <RefundDialog order={order} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

const troubles = {
  refused: 'El proveedor no la aceptó: no se devolvió nada. Podés intentarlo otra vez, o devolver otro monto.',
  unanswered: 'El proveedor no confirmó si la hizo. Le seguimos preguntando, y no se hace dos veces.',
} as const

type TroubleProps = { orderId: number; refund: PanelOrderDetail['refunds'][number] }

function Trouble({ orderId, refund: { refund, trouble } }: TroubleProps) {
  const retrying = useRefundRetry(orderId)
  const may = useMay()
  return (
    <div className="mt-1 mb-2 flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn/40 bg-warn/10 p-3">
      <p className="grow text-sm">{trouble && troubles[trouble]}</p>
      {may('orders:refund') && (
        <Button look="outline" busy={retrying.isPending} onClick={() => retrying.mutate(refund)}>
          Intentar de nuevo
        </Button>
      )}
      {retrying.error && (
        <p role="alert" className="w-full text-sm text-bad">
          {messageOf(retrying.error)}
        </p>
      )}
    </div>
  )
}

function unitsText({ lines, restocked }: PanelOrderDetail['refunds'][number], { lines: bought }: PanelOrderDetail) {
  if (lines.length === 0) return 'Devolución de un monto'
  const names = lines.map(({ id, quantity }) => `${quantity} × ${bought.find((line) => line.id === id)?.name ?? id}`)
  return `${names.join(', ')}${restocked ? ', de vuelta en el stock' : ''}`
}
