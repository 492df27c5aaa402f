import { orderApi } from '#frontend/api.ts'
import { DialogButton } from '#frontend/features/panel/form/dialog-button.tsx'
import { panelPrice } from '#frontend/features/panel/panel-price.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { type RefundName, useOrderChange } from './order-acts.queries.ts'

const unanswered = 'El proveedor no confirmó si la hizo. Le seguimos preguntando, y no se hace dos veces.'
const refused = (isWhole: boolean) =>
  `El proveedor no la aceptó: no se devolvió nada. Podés intentarlo otra vez${isWhole ? '' : ', devolver otro monto'}, o anotar cómo lo resolviste con el comprador.`

type Props = {
  orderId: number
  trouble: 'refused' | 'unanswered'
  amount: number
  of: RefundName
  answer: string | undefined
}

/** A refused refund can be retried or settled otherwise. `amount`: in currency. `answer`: the provider's words. */
export function RefundTrouble({ orderId, trouble, amount, of, answer }: Props) {
  const retrying = useOrderChange(orderId, orderApi[':id'].refund.retry.$post)
  const may = useMay()
  return (
    <div className="mt-1 mb-2 flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn/40 bg-warn/10 p-3">
      <div className="grow basis-64 text-sm">
        <p>{trouble === 'refused' ? refused('paymentId' in of) : unanswered}</p>
        {answer && <p className="mt-1 wrap-anywhere text-muted">Lo que contestó: {answer}</p>}
      </div>
      {may('orders:refund') && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" busy={retrying.isPending} onClick={() => retrying.mutate(of)}>
            Intentar de nuevo
          </Button>
          {trouble === 'refused' && <DismissalButton orderId={orderId} amount={amount} of={of} />}
        </div>
      )}
      <Refusal of={retrying.error} role="alert" className="w-full" />
    </div>
  )
}

type DismissalProps = Pick<Props, 'orderId' | 'amount' | 'of'>

export function DismissalButton(refund: DismissalProps) {
  return (
    <DialogButton look="outline" dialog={(onClose) => <Dismissal {...refund} onClose={onClose} />}>
      Ya está resuelto
    </DialogButton>
  )
}

function Dismissal({ orderId, amount, of, onClose }: DismissalProps & { onClose: () => void }) {
  const dismissing = useOrderChange(orderId, orderApi[':id'].refund.dismiss.$post)
  const what =
    'paymentId' in of ? `la devolución del pago Nº ${of.paymentId}` : `la devolución de ${panelPrice(amount)}`
  return (
    <NoteDialog
      title={`Dar por resuelta ${what}`}
      about="La tienda no mueve dinero ni le pregunta más al proveedor: la devolución sale de la lista de pendientes, y ese dinero ya no se puede devolver otra vez."
      confirm={{ label: 'Dar por resuelta' }}
      isNeeded
      doing={dismissing}
      onConfirm={({ note }) => dismissing.mutate({ ...of, note }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
