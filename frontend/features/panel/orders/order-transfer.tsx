// An order by bank transfer for the staff: receipts, the bank's movement that pays it, and refunds to transfer.
import { FileText, Landmark } from 'lucide-react'
import { useState } from 'react'
import { isPaidState } from '#backend/domain/order/order.limits.ts'
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import type { PanelOrderDetail } from '#frontend/api.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { Button, buttonLook } from '#frontend/ui/button.tsx'
import { formatMoment } from '#frontend/ui/figures/moment.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { NoteDialog } from './note-dialog.tsx'
import {
  type RefundName,
  useMovement,
  useRefundAccount,
  useRefundMovement,
  useStaffCancellation,
} from './order-acts.queries.ts'

type Owed = { of: RefundName; amount: number }

export function OrderTransfer({ order }: { order: PanelOrderDetail }) {
  const [isEntering, setEntering] = useState(false)
  const [owed, setOwed] = useState<Owed | null>(null)
  const may = useMay()
  if (!order.transfer) return null
  const mayConfirm = may('payments:confirm')
  return (
    <section aria-label="Transferencia" className="mt-6 border-t border-line pt-6 sm:px-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Landmark className="size-5 text-cyan" />
        Transferencia
      </h3>
      <Terms order={order} />
      {mayConfirm && (
        <div className="mt-4 flex flex-wrap gap-3">
          {order.receipts.map((format, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: receipts are only ever added at the end
            <Receipt key={index} id={order.id} nth={index + 1} isPdf={format === 'pdf'} />
          ))}
          <Button look={isPaidState(order.state) ? 'outline' : 'primary'} onClick={() => setEntering(true)}>
            Anotar un movimiento
          </Button>
          {order.state === 'placed' && <CancelButton orderId={order.id} />}
        </div>
      )}
      <ul aria-label="A transferir" className="mt-4 flex flex-col gap-3 empty:hidden">
        {owedIn(order).map((one) => (
          <OwedRow key={one.key} owed={one} order={order} onEnter={mayConfirm ? () => setOwed(one) : undefined} />
        ))}
      </ul>
      {isEntering && <EnterMovement order={order} onClose={() => setEntering(false)} />}
      {owed && <EnterRefund orderId={order.id} owed={owed} onClose={() => setOwed(null)} />}
    </section>
  )
}

function CancelButton({ orderId }: { orderId: number }) {
  const [isAsking, setAsking] = useState(false)
  const cancelling = useStaffCancellation(orderId)
  return (
    <>
      <Button look="outline" onClick={() => setAsking(true)}>
        Cancelar la orden
      </Button>
      {isAsking && (
        <NoteDialog
          title={`¿Cancelar la orden Nº ${orderId}?`}
          about="Sus unidades se liberan y el comprador recibe un correo para que no transfiera."
          isNeeded
          label="Motivo"
          confirm={{ label: 'Sí, cancelar la orden', instead: 'No, dejarla como está', look: 'danger' }}
          doing={cancelling}
          onConfirm={(note) => cancelling.mutate(note, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Terms({ order: { transfer, holdUntil } }: { order: PanelOrderDetail }) {
  return (
    <p className="mt-1 text-sm text-muted">
      Con {transfer?.discountPercent} % de descuento, a transferir hasta el{' '}
      <time dateTime={holdUntil}>{formatMoment(holdUntil)}</time>. Un comprobante solo no la paga: buscá el movimiento
      en la cuenta.
    </p>
  )
}

type OwedProps = { order: PanelOrderDetail; owed: Owed; onEnter: (() => void) | undefined }

function OwedRow({ order: { id, refundCbu: cbu }, owed, onEnter }: OwedProps) {
  return (
    <li className="cut flex flex-wrap items-center justify-between gap-3 border border-warn/40 p-4">
      <span>
        A transferir al comprador: <strong className="tabular-nums">{panelPrice(owed.amount)}</strong>
        <span className="block text-sm text-muted">
          {cbu
            ? `CBU ${cbu}`
            : onEnter
              ? 'El comprador todavía no dio su CBU.'
              : 'Su CBU lo ven quienes confirman pagos.'}
        </span>
      </span>
      {onEnter && (
        <span className="flex flex-wrap gap-3">
          <AccountButton orderId={id} label={cbu ? 'Cambiar su CBU' : 'Anotar su CBU'} />
          <Button look="outline" onClick={onEnter}>
            Ya la transferí
          </Button>
        </span>
      )}
    </li>
  )
}

function owedIn({ refunds, fullRefunds }: PanelOrderDetail): (Owed & { key: string })[] {
  const parts = refunds.map(({ refund, ...one }) => ({ ...one, key: `part ${refund}`, of: { refund } }))
  const whole = fullRefunds.map(({ paymentId, ...one }) => ({ ...one, key: paymentId, of: { paymentId } }))
  return [...parts, ...whole].filter(({ state }) => state === 'under_way')
}

function Receipt({ id, nth, isPdf }: { id: number; nth: number; isPdf: boolean }) {
  return (
    <a href={`/api/order/${id}/receipt?nth=${nth}`} target="_blank" rel="noreferrer" className={buttonLook('outline')}>
      <FileText className="size-5" />
      Comprobante {nth}
      {isPdf && ' (PDF)'}
    </a>
  )
}

type Entry = { number: string; date: string }

const ofToday = (): Entry => ({ number: '', date: dayOf(new Date()) })

type FieldsProps = { entry: Entry; error: Error | null; onEntry: (entry: Entry) => void }

function MovementFields({ entry, error, onEntry }: FieldsProps) {
  return (
    <>
      <Field
        label="Número del movimiento"
        name="number"
        required
        maxLength={40}
        value={entry.number}
        error={fieldErrorOf(error, 'number')}
        hint="Como figura en el extracto. Cada número se anota una sola vez."
        onChange={(event) => onEntry({ ...entry, number: event.target.value })}
      />
      <Field
        label="Fecha del movimiento"
        name="date"
        type="date"
        required
        value={entry.date}
        error={fieldErrorOf(error, 'date')}
        onChange={(event) => onEntry({ ...entry, date: event.target.value })}
      />
    </>
  )
}

function EnterMovement({ order: { id, total }, onClose }: { order: PanelOrderDetail; onClose: () => void }) {
  const [entry, setEntry] = useState(ofToday)
  const [amount, setAmount] = useState('')
  const entering = useMovement(id)
  const confirm = () => entering.mutate({ ...entry, amount: Number(amount) }, { onSuccess: onClose })
  return (
    <AskDialog
      title={`Anotar un movimiento para la orden Nº ${id}`}
      about={`La orden espera ${panelPrice(total)}. Si el monto y la fecha coinciden queda pagada; si no, el pago queda apartado para resolver.`}
      confirm={{ label: 'Anotar' }}
      doing={entering}
      onConfirm={confirm}
      onClose={onClose}
    >
      <MovementFields entry={entry} error={entering.error} onEntry={setEntry} />
      <Field
        label="Monto que llegó"
        name="amount"
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        required
        value={amount}
        error={fieldErrorOf(entering.error, 'amount')}
        onChange={(event) => setAmount(event.target.value)}
      />
    </AskDialog>
  )
}

function AccountButton({ orderId, label }: { orderId: number; label: string }) {
  const [isGiving, setGiving] = useState(false)
  return (
    <>
      <Button look="outline" onClick={() => setGiving(true)}>
        {label}
      </Button>
      {isGiving && <GiveAccount orderId={orderId} onClose={() => setGiving(false)} />}
    </>
  )
}

function GiveAccount({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const giving = useRefundAccount(orderId)
  const hint = '22 números, de una cuenta a nombre del comprador.'
  return (
    <AskDialog
      title={`Anotar el CBU del comprador de la orden Nº ${orderId}`}
      about="Solo si te lo dio y no puede escribirlo en su página."
      asks={{ label: 'CBU o CVU', name: 'cbu', inputMode: 'numeric', maxLength: 30, required: true, hint }}
      confirm={{ label: 'Anotar' }}
      doing={giving}
      onConfirm={(cbu) => giving.mutate(cbu, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function EnterRefund({ orderId, owed, onClose }: { orderId: number; owed: Owed; onClose: () => void }) {
  const [entry, setEntry] = useState(ofToday)
  const entering = useRefundMovement(orderId)
  return (
    <AskDialog
      title={`Anotar la devolución de ${panelPrice(owed.amount)}`}
      about="Con el número del movimiento por el que la transferiste. El comprador recibe un correo."
      confirm={{ label: 'Anotar' }}
      doing={entering}
      onConfirm={() => entering.mutate({ ...owed.of, ...entry }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <MovementFields entry={entry} error={entering.error} onEntry={setEntry} />
    </AskDialog>
  )
}
