import type { ComponentProps } from 'react'
import { asideNote } from '#backend/domain/order/order.limits.ts'
import { AskDialog, keptForever } from '#frontend/features/panel/form/ask-dialog.tsx'

/** `isNeeded`: nothing else documents the outcome. */
type Props = Omit<ComponentProps<typeof AskDialog<'note'>>, 'asks'> & { isNeeded: boolean; label?: string }

/** The log keeps the reason; optional if the act itself says enough. */
export function NoteDialog({ isNeeded, label, ...rest }: Props) {
  const note = {
    label: label ?? (isNeeded ? 'Cómo se resolvió' : 'Motivo (opcional)'),
    required: isNeeded,
    minLength: isNeeded ? asideNote.min : undefined,
    maxLength: asideNote.max,
    hint: keptForever,
  }
  return <AskDialog {...rest} asks={{ note }} />
}
