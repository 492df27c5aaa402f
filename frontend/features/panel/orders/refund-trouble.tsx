// Money that does not go back as it was asked for: why, and what can be done.
import { useState } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { useMay } from '#frontend/session.ts'
import { Button } from '#frontend/ui/button.tsx'
import { NoteDialog } from './note-dialog.tsx'
import { type RefundName, useRefundDismissal, useRefundRetry } from './order-acts.queries.ts'

const unanswered = 'El proveedor no confirmó si la hizo. Le seguimos preguntando, y no se hace dos veces.'
const texts = {
  part: {
    refused: 'El proveedor no la aceptó: no se devolvió nada. Podés intentarlo otra vez, o devolver otro monto.',
    unanswered,
  },
  whole: {
    refused:
      'El proveedor no la aceptó: no se devolvió nada. Podés intentarlo otra vez, o anotar cómo lo resolviste con el comprador.',
    unanswered,
  },
} as const

type Props = { orderId: number; trouble: 'refused' | 'unanswered'; of: RefundName }

/** A whole payment that was refused can be settled otherwise; of a part, another amount can be given back. */
export function RefundTrouble({ orderId, trouble, of }: Props) {
  const retrying = useRefundRetry(orderId)
  const [isDismissing, setDismissing] = useState(false)
  const may = useMay()
  const paymentId = 'paymentId' in of ? of.paymentId : undefined
  return (
    <div className="mt-1 mb-2 flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn/40 bg-warn/10 p-3">
      <p className="grow basis-64 text-sm">{texts[paymentId ? 'whole' : 'part'][trouble]}</p>
      {may('orders:refund') && (
        <div className="flex flex-wrap gap-2">
          <Button look="outline" busy={retrying.isPending} onClick={() => retrying.mutate(of)}>
            Intentar de nuevo
          </Button>
          {paymentId && trouble === 'refused' && (
            <Button look="outline" onClick={() => setDismissing(true)}>
              Ya está resuelto
            </Button>
          )}
        </div>
      )}
      {retrying.error && (
        <p role="alert" className="w-full text-sm text-bad">
          {messageOf(retrying.error)}
        </p>
      )}
      {paymentId && isDismissing && (
        <Dismissal orderId={orderId} paymentId={paymentId} onClose={() => setDismissing(false)} />
      )}
    </div>
  )
}

type DismissalProps = { orderId: number; paymentId: string; onClose: () => void }

function Dismissal({ orderId, paymentId, onClose }: DismissalProps) {
  const dismissing = useRefundDismissal(orderId)
  return (
    <NoteDialog
      title={`Dar por resuelta la devolución del pago Nº ${paymentId}`}
      about="La tienda no mueve dinero ni le pregunta más al proveedor: la devolución sale de la lista de pendientes."
      confirm={{ label: 'Dar por resuelta', look: 'primary' }}
      isNeeded
      doing={dismissing}
      onConfirm={(note) => dismissing.mutate({ paymentId, note }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
