// A panel dialog that asks for one thing before it acts.
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { type Confirm, FormButtons } from './form-buttons.tsx'
import { PanelModal } from './panel-modal.tsx'

/** The hint of a reason that the log keeps. */
export const keptForever = 'Queda en el registro para siempre: no nombres a nadie.'

type Props = {
  title: string
  about: ReactNode
  /** A text that confirming passes on, trimmed. */
  asks?: (Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & { name: string }) | undefined
  children?: ReactNode
  confirm: Confirm
  doing: { isPending: boolean; error: Error | null }
  onConfirm: (text: string) => void
  onClose: () => void
}

/** Focuses the field, or 'Cancelar' without one; Enter confirms. Stays open on a refusal and shows it. */
export function AskDialog({ title, about, asks, children, confirm, doing, onConfirm, onClose }: Props) {
  const [text, setText] = useState('')
  const { complaint, submit, forget } = useComplaint(() => !doing.isPending && onConfirm(text.trim()))
  return (
    <PanelModal title={title} about={about} isNarrow onClose={onClose}>
      <form onSubmit={submit} onChange={forget} noValidate className="flex flex-col gap-5">
        {children}
        {asks && (
          <Field
            error={fieldErrorOf(doing.error, asks.name)}
            {...asks}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <Refusal of={complaint ?? doing.error} role="alert" />
        <FormButtons confirm={confirm} busy={doing.isPending} onClose={onClose} />
      </form>
    </PanelModal>
  )
}

/** Validates on submit: calls `send`, or focuses the first faulty field and returns its message. */
function useComplaint(send: () => void) {
  const [complaint, setComplaint] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const control = event.currentTarget.querySelector<HTMLInputElement>('input:invalid')
    setComplaint(control ? complaintOf(control) : undefined)
    if (control) control.focus()
    else send()
  }
  return { complaint, submit, forget: () => setComplaint(undefined) }
}

/** A field's error in our words; the browser's would use its own language. */
function complaintOf({ labels, validity, max, min, minLength }: HTMLInputElement): string {
  const label = labels?.[0]?.textContent ?? ''
  if (validity.valueMissing) return `${label}: falta este dato.`
  if (validity.tooShort) return `${label}: escribí al menos ${minLength} caracteres.`
  if (validity.rangeOverflow) return `${label}: el máximo es ${max}.`
  if (validity.rangeUnderflow) return `${label}: el mínimo es ${min}.`
  return `${label}: el formato no es válido.`
}
