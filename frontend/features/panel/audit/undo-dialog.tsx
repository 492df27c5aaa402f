import { useState } from 'react'
import { longestReason } from '#backend/domain/audit/audit.limits.ts'
import type { AuditRow } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import { useUndo } from './audit.queries.ts'
import { Changes } from './changes.tsx'

type Undo = NonNullable<AuditRow['undo']>
type Props = { row: AuditRow; undo: Undo; onClose: () => void; onDone: () => void }

/** Shows a refusal in the dialog, since the offer may be outdated. */
export function UndoDialog({ row: { position, sentence }, undo, onClose, onDone }: Props) {
  const { does, changes, asks, seen } = undo
  const [typed, setTyped] = useState('')
  const undoing = useUndo()
  const told = asks === 'key' ? { superAdminKey: typed } : asks === 'reason' ? { reason: typed.trim() } : {}
  const run = () =>
    undoing.mutate(
      { position, seen, ...told },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
        onError: () => asks === 'key' && setTyped(''),
      },
    )
  return (
    <AskDialog
      title={`¿Deshacer el hecho Nº ${position}?`}
      about={sentence}
      confirm={{ label: 'Deshacer', look: 'danger' }}
      doing={undoing}
      onConfirm={run}
      onClose={onClose}
    >
      <div>
        <p>{does}</p>
        <Changes changes={changes} />
        <p className="mt-3 text-sm text-muted">Queda en el registro como un hecho más, con tu nombre. Nada se borra.</p>
      </div>
      {asks && <Asked asks={asks} value={typed} onValue={setTyped} />}
    </AskDialog>
  )
}

type AskedProps = { asks: NonNullable<Undo['asks']>; value: string; onValue: (value: string) => void }

function Asked({ asks, value, onValue }: AskedProps) {
  const isKey = asks === 'key'
  return (
    <Field
      label={isKey ? 'Clave superAdmin' : 'Motivo'}
      type={isKey ? 'password' : 'text'}
      name={isKey ? 'superAdminKey' : 'reason'}
      required
      maxLength={isKey ? 200 : longestReason}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  )
}
