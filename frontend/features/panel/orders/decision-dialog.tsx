import type { ButtonLook } from '#frontend/ui/button.tsx'
import { NoteDialog } from './note-dialog.tsx'

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
type Props<Act extends string> = {
  paymentId: string
  act: Act
  words: DecisionWords<Act>
  deciding: Deciding<Act>
  onClose: () => void
}

export function DecisionDialog<Act extends string>({ paymentId, act, words, deciding, onClose }: Props<Act>) {
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
