// Asks why before an account is suspended.
import { useId, useState } from 'react'
import type { PanelUser } from '#frontend/api.ts'
import { AskDialog } from '#frontend/features/panel/ask-dialog.tsx'
import { Field } from '#frontend/ui/field.tsx'
import { useModifyUser } from './users.queries.ts'

/** The reason may stay empty; it is kept in the log, and the person is not told. */
export function BanDialog({ user, onClose }: { user: PanelUser; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const field = useId()
  const banning = useModifyUser()
  const ban = () => {
    const change = { isActive: false, ...(reason.trim() && { reason: reason.trim() }) }
    banning.mutate({ seen: user, change }, { onSuccess: onClose })
  }
  return (
    <AskDialog
      title={`¿Suspender la cuenta de ${user.name}?`}
      about="Sus sesiones terminan en el acto y no puede volver a ingresar hasta que la actives. Se le avisa por correo, sin el motivo."
      confirm={{ label: 'Suspender', look: 'danger' }}
      doing={banning}
      onConfirm={ban}
      onClose={onClose}
    >
      <Field
        id={field}
        label="Motivo (opcional)"
        name="reason"
        autoComplete="off"
        maxLength={500}
        value={reason}
        hint="Queda en el registro, para quien lo revise después."
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
