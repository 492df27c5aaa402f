import { useState } from 'react'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { actWords } from './acts.ts'
import { type Asked, useOperation } from './operations.queries.ts'
import { nameOf } from './words.ts'

type Props = { asked: Asked; onClose: () => void; onDone: (detail: string) => void }

export function ActDialog({ asked, onClose, onDone }: Props) {
  const { act, name, key, position } = asked
  const { label, warning, isDanger } = actWords[act]
  const asksWhy = act === 'skip' || act === 'drop-job'
  const [reason, setReason] = useState('')
  const operation = useOperation()
  const confirm = () =>
    operation.mutate(
      { ...asked, ...(asksWhy && { reason: reason.trim() }) },
      { onSuccess: (work) => onDone(work.detail ?? '') },
    )
  const what = key && position ? `${nameOf(name)}, ${key} en la posición ${position}` : nameOf(name)
  return (
    <AskDialog
      title={`${label}: ${what}`}
      about={warning}
      confirm={{ label, look: isDanger ? 'danger' : 'primary' }}
      doing={operation}
      onConfirm={confirm}
      onClose={onClose}
    >
      {asksWhy && (
        <Field
          label="Motivo"
          name="reason"
          required
          maxLength={500}
          value={reason}
          error={fieldErrorOf(operation.error, 'reason')}
          hint="Queda en el registro para siempre: no nombres a nadie."
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </AskDialog>
  )
}
