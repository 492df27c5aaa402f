import { batchLimits } from '#backend/domain/batch/batch.limits.ts'
import { batchApi } from '#frontend/api.ts'
import { AskDialog, keptForever } from '#frontend/features/panel/form/ask-dialog.tsx'
import { useStep } from './batches.queries.ts'

type Props = { id: string; count: number; onClose: () => void }

export function UndoDialog({ id, count, onClose }: Props) {
  const undoing = useStep(id, batchApi[':id'].undo.$post)
  return (
    <AskDialog
      title={count === 1 ? 'Deshacer el cambio de 1 producto' : `Deshacer el cambio de ${count} productos`}
      about="Lo que cambió vuelve a como estaba, y lo que se agregó deja de ofrecerse. Lo que otra persona cambió después queda como está, y ves cuál es."
      asks={{ reason: { label: 'Motivo', hint: keptForever, required: true, maxLength: batchLimits.reason } }}
      confirm={{ label: 'Deshacer' }}
      doing={undoing}
      onConfirm={(why) => undoing.mutate(why, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
