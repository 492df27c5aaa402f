// An order by bank transfer for the staff: receipts, the bank's movement that pays it, and refunds to transfer.
import { FileText, Landmark } from 'lucide-react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import { orderApi, type PanelOrderDetail } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { DialogButton } from '#frontend/features/panel/form/dialog-button.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { NoteDialog } from './note-dialog.tsx'
import { type RefundName, useOrderChange } from './order-acts.queries.ts'

export function OrderTransfer({ order }: { order: PanelOrderDetail }) {
  const mayConfirm = useMay()('payments:confirm')
  if (!order.transfer) return null
  return (
    <section aria-label="Transferencia" className="mt-6 border-t border-line pt-6 sm:px-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Landmark className="size-5 text-cyan" />
        Transferencia
      </h3>
      <p className="mt-1 text-sm text-muted">
        Con {order.transfer.discountPercent} % de descuento, a transferir hasta el{' '}
        <time dateTime={order.holdUntil}>{formatMoment(order.holdUntil)}</time>. Un comprobante solo no la paga: buscá
        el movimiento en la cuenta.
      </p>
      {mayConfirm && <Acts order={order} />}
      <ul aria-label="A transferir" className="mt-4 flex flex-col gap-3 empty:hidden">
        {owedIn(order).map((owed) => (
          <OwedRow key={JSON.stringify(owed.of)} owed={owed} order={order} mayConfirm={mayConfirm} />
        ))}
      </ul>
    </section>
  )
}

function Acts({ order }: { order: PanelOrderDetail }) {
  const { id, state, receipts } = order
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {receipts.map((format, index) => (
        <a
          // biome-ignore lint/suspicious/noArrayIndexKey: receipts are only ever added at the end
          key={index}
          href={`/api/order/${id}/receipt?nth=${index + 1}`}
          target="_blank"
          rel="noreferrer"
          className={buttonLook('outline')}
        >
          <FileText className="size-5" />
          Comprobante {index + 1}
          {format === 'pdf' && ' (PDF)'}
        </a>
      ))}
      <DialogButton
        look={isPaidState(state) ? 'outline' : 'primary'}
        dialog={(onClose) => <EnterMovement order={order} onClose={onClose} />}
      >
        Anotar un movimiento
      </DialogButton>
      {state === 'placed' && (
        <DialogButton look="outline" dialog={(onClose) => <Cancel order={order} onClose={onClose} />}>
          Cancelar la orden
        </DialogButton>
      )}
    </div>
  )
}

type DialogProps = { order: PanelOrderDetail; onClose: () => void }

function Cancel({ order: { id }, onClose }: DialogProps) {
  const cancelling = useOrderChange(id, orderApi[':id'].transfer.cancel.$post)
  return (
    <NoteDialog
      title={`¿Cancelar la orden Nº ${id}?`}
      about="Sus unidades se liberan y el comprador recibe un correo para que no transfiera."
      isNeeded
      label="Motivo"
      confirm={{ label: 'Sí, cancelar la orden', instead: 'No, dejarla como está', look: 'danger' }}
      doing={cancelling}
      onConfirm={(why) => cancelling.mutate(why, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

const movement = {
  number: {
    label: 'Número del movimiento',
    required: true,
    maxLength: 40,
    hint: 'Como figura en el extracto. Cada número se anota una sola vez.',
  },
  date: { label: 'Fecha del movimiento', type: 'date', required: true },
}
const amount = {
  label: 'Monto que llegó',
  ...({ type: 'number', inputMode: 'decimal', step: '0.01', min: '0.01' } as const),
  required: true,
}
const ofToday = () => ({ date: dayOf(new Date()) })

function EnterMovement({ order: { id, total }, onClose }: DialogProps) {
  const entering = useOrderChange(id, orderApi[':id'].movement.$post)
  return (
    <AskDialog
      title={`Anotar un movimiento para la orden Nº ${id}`}
      about={`La orden espera ${panelPrice(total)}. Si el monto y la fecha coinciden queda pagada; si no, el pago queda apartado para resolver.`}
      asks={{ ...movement, amount }}
      first={ofToday}
      confirm={{ label: 'Anotar' }}
      doing={entering}
      onConfirm={(entry) => entering.mutate({ ...entry, amount: Number(entry.amount) }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

type Owed = { of: RefundName; amount: number }

function owedIn({ refunds, fullRefunds }: PanelOrderDetail): Owed[] {
  const parts = refunds.map(({ refund, ...one }) => ({ ...one, of: { refund } }))
  const whole = fullRefunds.map(({ paymentId, ...one }) => ({ ...one, of: { paymentId } }))
  return [...parts, ...whole].filter(({ state }) => state === 'under_way')
}

type OwedProps = { order: PanelOrderDetail; owed: Owed; mayConfirm: boolean }

function OwedRow({ order, owed, mayConfirm }: OwedProps) {
  const { id, refundCbu: cbu } = order
  const unknown = mayConfirm ? 'El comprador todavía no dio su CBU.' : 'Su CBU lo ven quienes confirman pagos.'
  return (
    <li className="cut flex flex-wrap items-center justify-between gap-3 border border-warn/40 p-4">
      <span>
        A transferir al comprador: <strong className="tabular-nums">{panelPrice(owed.amount)}</strong>
        <span className="block text-sm text-muted">{cbu ? `CBU ${cbu}` : unknown}</span>
      </span>
      {mayConfirm && (
        <span className="flex flex-wrap gap-3">
          <DialogButton look="outline" dialog={(onClose) => <GiveAccount order={order} onClose={onClose} />}>
            {cbu ? 'Cambiar su CBU' : 'Anotar su CBU'}
          </DialogButton>
          <DialogButton look="outline" dialog={(onClose) => <EnterRefund id={id} owed={owed} onClose={onClose} />}>
            Ya la transferí
          </DialogButton>
        </span>
      )}
    </li>
  )
}

function GiveAccount({ order: { id }, onClose }: DialogProps) {
  const giving = useOrderChange(id, orderApi[':id'].transfer.account.$post)
  const hint = '22 números, de una cuenta a nombre del comprador.'
  return (
    <AskDialog
      title={`Anotar el CBU del comprador de la orden Nº ${id}`}
      about="Solo si te lo dio y no puede escribirlo en su página."
      asks={{ cbu: { label: 'CBU o CVU', inputMode: 'numeric', maxLength: 30, required: true, hint } }}
      confirm={{ label: 'Anotar' }}
      doing={giving}
      onConfirm={(account) => giving.mutate(account, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

type EnterProps = { id: number; owed: Owed; onClose: () => void }

function EnterRefund({ id, owed, onClose }: EnterProps) {
  const entering = useOrderChange(id, orderApi[':id'].refund.transferred.$post)
  return (
    <AskDialog
      title={`Anotar la devolución de ${panelPrice(owed.amount)}`}
      about="Con el número del movimiento por el que la transferiste. El comprador recibe un correo."
      asks={movement}
      first={ofToday}
      confirm={{ label: 'Anotar' }}
      doing={entering}
      onConfirm={(entry) => entering.mutate({ ...owed.of, ...entry }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
