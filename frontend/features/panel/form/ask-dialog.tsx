// A panel dialog, with inputs for what an act needs.
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusedFields } from '#frontend/api-error.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { type Confirm, FormButtons } from './form-buttons.tsx'
import { type Input, Inputs, type Texts } from './inputs.tsx'
import { PanelModal } from './panel-modal.tsx'

/** The hint of a reason that the log keeps. */
export const keptForever = 'Queda en el registro para siempre: no nombres a nadie.'
export const keptForReview = 'Queda en el registro, para quien lo revise después.'

export const keyInput = {
  label: 'Clave superAdmin',
  type: 'password',
  maxLength: 200,
  required: true,
} as const satisfies Input

type Given = { readonly [Name in string]?: string | undefined }

type Props<Name extends string> = {
  title: string
  about: ReactNode
  /** The texts that confirming passes on, trimmed. */
  asks?: Readonly<Partial<Record<Name, Input>>>
  first?: Given | (() => Given) | undefined
  children?: ReactNode
  confirm: Confirm
  doing: { isPending: boolean; error: Error | null }
  onConfirm: (texts: Texts<Name>) => void
  onClose: () => void
}

/**
 * Focuses the first field, or 'Cancelar' without one; Enter confirms. Stays open on a refusal and shows it. Each try
 * empties a field for the key.
 */
export function AskDialog<Name extends string = never>(props: Props<Name>) {
  const { title, about, asks = {}, first = {}, children, confirm, doing, onConfirm, onClose } = props
  const [texts, setTexts] = useState<Given>(first)
  const send = () => {
    if (doing.isPending) return
    const told = Object.keys(asks).map((name) => [name, texts[name] ?? ''] as const)
    onConfirm(
      Object.fromEntries(told.map(([name, text]) => [name, name in secret ? text : text.trim()])) as Texts<Name>,
    )
    setTexts({ ...texts, ...secret })
  }
  const { complaint, submit, forget } = useComplaint(send)
  return (
    <PanelModal title={title} about={about} isNarrow onClose={onClose}>
      <form onSubmit={submit} onChange={forget} noValidate className="flex flex-col gap-5">
        {children}
        <Inputs
          of={asks}
          texts={texts}
          errors={refusedFields(doing.error)}
          onType={(name, text) => setTexts({ ...texts, [name]: text })}
        />
        <Refusal of={complaint ?? doing.error} role="alert" />
        <FormButtons confirm={confirm} busy={doing.isPending} onClose={onClose} />
      </form>
    </PanelModal>
  )
}

const secret = { superAdminKey: '' }

/** Validates on submit: focuses the first faulty field and returns its message, or calls `send` and returns to the key. */
function useComplaint(send: () => void) {
  const [complaint, setComplaint] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = event.currentTarget.querySelector<HTMLInputElement>('input:invalid')
    setComplaint(wrong ? complaintOf(wrong) : undefined)
    const control = wrong ?? event.currentTarget.querySelector<HTMLInputElement>('[type=password]')
    control?.focus()
    if (!wrong) send()
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
