import { useState } from 'react'
import { asideNote } from '#backend/domain/order/order.limits.ts'
import { AskDialog } from '#frontend/features/panel/form/ask-dialog.tsx'
import type { ButtonLook } from '#frontend/ui/button.tsx'
import { Field } from '#frontend/ui/form/field.tsx'

type Props = {
  title: string
  about: string
  confirm: { label: string; look: ButtonLook }
  /** Required if nothing else documents the outcome. */
  isNeeded: boolean
  doing: { isPending: boolean; error: Error | null }
  onConfirm: (note: string) => void
  onClose: () => void
}

/** The log keeps the reason; optional if the act itself says enough. */
export function NoteDialog({ isNeeded, onConfirm, ...rest }: Props) {
  const [note, setNote] = useState('')
  return (
    <AskDialog {...rest} onConfirm={() => onConfirm(note.trim())}>
      <Field
        label={isNeeded ? 'Cómo se resolvió' : 'Motivo (opcional)'}
        name="note"
        required={isNeeded}
        minLength={isNeeded ? asideNote.min : undefined}
        maxLength={asideNote.max}
        value={note}
        hint="Queda en el registro para siempre: no nombres a nadie."
        onChange={(event) => setNote(event.target.value)}
      />
    </AskDialog>
  )
}
