// A panel dialog that asks for one thing before it acts.
import { Dialog } from 'radix-ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '#frontend/api-error.ts'
import { Button, type ButtonLook } from '#frontend/ui/button.tsx'
import { useFocusReturn } from '#frontend/ui/focus-return.ts'

type Props = {
  title: string
  about: ReactNode
  children: ReactNode
  confirm: { label: string; look?: ButtonLook }
  doing: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/**
 * Focuses the field, or 'Cancelar' without one; Enter confirms, Escape closes. Stays open on a refusal and shows it.
 * The focus returns to the opener.
 */
export function AskDialog({ title, about, children, confirm, doing, onConfirm, onClose }: Props) {
  const focusReturn = useFocusReturn()
  const { complaint, submit, forget } = useComplaint(() => !doing.isPending && onConfirm())
  const refusal = complaint ?? (doing.error && messageOf(doing.error))
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil backdrop-blur-sm" />
        <Dialog.Content
          {...focusReturn}
          className="cut-lg fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto border border-violet/40 bg-raised p-6 shadow-lift sm:p-8"
        >
          <Dialog.Title className="text-xl leading-snug font-semibold">{title}</Dialog.Title>
          <Dialog.Description className="mt-3 text-muted">{about}</Dialog.Description>
          <form onSubmit={submit} onChange={forget} noValidate className="mt-5 flex flex-col gap-5">
            {children}
            {refusal && (
              <p role="alert" className="text-bad">
                {refusal}
              </p>
            )}
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button look="outline" onClick={onClose}>
                Cancelar
              </Button>
              <Button type="submit" look={confirm.look ?? 'primary'} busy={doing.isPending}>
                {confirm.label}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
