import type { ComponentProps } from 'react'
import { asideNote } from '#backend/domain/order/order.limits.ts'
import { AskDialog, keptForever } from '#frontend/features/panel/form/ask-dialog.tsx'
import type { ButtonLook } from '#frontend/ui/button.tsx'

/** `isNeeded`: nothing else documents the outcome. */
type Props = Omit<ComponentProps<typeof AskDialog>, 'asks' | 'children'> & { isNeeded: boolean; label?: string }

/** The log keeps the reason; optional if the act itself says enough. */
export function NoteDialog({ isNeeded, label, ...rest }: Props) {
  const asks = {
    label: label ?? (isNeeded ? 'Cómo se resolvió' : 'Motivo (opcional)'),
    name: 'note',
    required: isNeeded,
    minLength: isNeeded ? asideNote.min : undefined,
    maxLength: asideNote.max,
    hint: keptForever,
  }
  return <AskDialog {...rest} asks={asks} />
}

/** Texts per act; the payment's number follows the title. */
export type DecisionWords<Act extends string> = Record<
  Act,
  { title: string; about: string; label: string; look: ButtonLook }
>
type Deciding<Act> = {
  isPending: boolean
  error: Error | null
  mutate: (decision: { paymentId: string; act: Act; note: string }, then: { onSuccess: () => void }) => void
}
type DecisionProps<Act extends string> = {
  paymentId: string
  act: Act
  words: DecisionWords<Act>
  deciding: Deciding<Act>
  onClose: () => void
}

export function DecisionDialog<Act extends string>({ paymentId, act, words, deciding, onClose }: DecisionProps<Act>) {
  const { title, about, ...confirm } = words[act]
  return (
    <NoteDialog
      title={`${title} ${paymentId}`}
      about={about}
      confirm={confirm}
      isNeeded={act === 'dismiss'}
      doing={deciding}
      onConfirm={(note) => deciding.mutate({ paymentId, act, note }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
