import { longestReason } from '#backend/domain/audit/audit.limits.ts'
import type { AuditRow } from '#frontend/api.ts'
import { AskDialog, keyInput } from '#frontend/features/panel/form/ask-dialog.tsx'
import { useUndo } from './audit.queries.ts'
import { Changes } from './changes.tsx'

type Undo = NonNullable<AuditRow['undo']>
type Props = { row: AuditRow; undo: Undo; onClose: () => void; onDone: () => void }

const asked = {
  key: { superAdminKey: keyInput },
  reason: { reason: { label: 'Motivo', required: true, maxLength: longestReason } },
}

/** Shows a refusal in the dialog, since the offer may be outdated. */
export function UndoDialog({ row: { position, sentence }, undo, onClose, onDone }: Props) {
  const { does, changes, asks, seen } = undo
  const undoing = useUndo()
  const onSuccess = () => {
    onDone()
    onClose()
  }
  return (
    <AskDialog
      title={`¿Deshacer el hecho Nº ${position}?`}
      about={sentence}
      asks={asks ? asked[asks] : {}}
      confirm={{ label: 'Deshacer', look: 'danger' }}
      doing={undoing}
      onConfirm={(told) => undoing.mutate({ position, seen, ...told }, { onSuccess })}
      onClose={onClose}
    >
      <div>
        <p>{does}</p>
        <Changes changes={changes} />
        <p className="mt-3 text-sm text-muted">Queda en el registro como un hecho más, con tu nombre. Nada se borra.</p>
      </div>
    </AskDialog>
  )
}
