import { AskDialog, keptForever } from '#frontend/features/panel/form/ask-dialog.tsx'
import { actWords } from './acts.ts'
import { type Asked, useOperation } from './operations.queries.ts'
import { nameOf } from './words.ts'

type Props = { asked: Asked; onClose: () => void; onDone: (detail: string) => void }

export function ActDialog({ asked, onClose, onDone }: Props) {
  const { act, name, key, position } = asked
  const { label, warning, isDanger } = actWords[act]
  const operation = useOperation()
  const why = { label: 'Motivo', name: 'reason', required: true, maxLength: 500, hint: keptForever }
  const asks = act === 'skip' || act === 'drop-job' ? why : undefined
  const confirm = (reason: string) =>
    operation.mutate({ ...asked, ...(asks && { reason }) }, { onSuccess: (work) => onDone(work.detail ?? '') })
  const what = key && position ? `${nameOf(name)}, ${key} en la posición ${position}` : nameOf(name)
  return (
    <AskDialog
      title={`${label}: ${what}`}
      about={warning}
      asks={asks}
      confirm={{ label, look: isDanger ? 'danger' : 'primary' }}
      doing={operation}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
