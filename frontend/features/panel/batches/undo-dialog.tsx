import { useState } from 'react'
import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { useStep } from './batches.queries.ts'

type Props = { id: string; count: number; onClose: () => void }

export function UndoDialog({ id, count, onClose }: Props) {
  const [reason, setReason] = useState('')
  const undoing = useStep(id)
  return (
    <AskDialog
      title={count === 1 ? 'Deshacer el cambio de 1 producto' : `Deshacer el cambio de ${count} productos`}
      about="Lo que cambió vuelve a como estaba, y lo que se agregó deja de ofrecerse. Lo que otra persona cambió después queda como está, y ves cuál es."
      confirm={{ label: 'Deshacer' }}
      doing={undoing}
      onConfirm={() => undoing.mutate({ name: 'undo', body: { reason: reason.trim() } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field
        id="undo-reason"
        label="Motivo"
        hint="Queda en el registro para siempre: no nombres a nadie."
        required
        maxLength={batchLimits.reason}
        value={reason}
        error={fieldErrorOf(undoing.error, 'reason')}
        onChange={({ target: { value } }) => setReason(value)}
      />
    </AskDialog>
  )
}
