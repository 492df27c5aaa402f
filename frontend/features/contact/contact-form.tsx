import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import {
  type ContactField,
  type ContactMessage,
  contactFields,
  contactProblems,
} from '#backend/domain/mail/contact.limits.ts'
import { fieldErrorOf } from '#frontend/api-error.ts'
import { textsOf, useFormDraft } from '#frontend/form-draft.ts'
import { Refusal } from '#frontend/refusal.tsx'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field, TextArea } from '#frontend/ui/form/field.tsx'
import { useSendMessage } from './contact.queries.ts'

/** `known`: prefilled values. A failed send keeps the input. */
export function ContactForm({ known }: { known: { name: string; email: string } }) {
  const { typed, type, errors, isNamed, form, sending, submit } = useContactForm(known)
  if (sending.isSuccess) return <Sent to={sending.variables.email} onMore={sending.reset} />
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        id="name"
        label="Nombre"
        autoComplete="name"
        maxLength={contactFields.name.max}
        error={errors.name}
        value={typed.name}
        onChange={(event) => type('name', event.target.value)}
      />
      <Field
        id="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={contactFields.email.max}
        error={errors.email}
        value={typed.email}
        onChange={(event) => type('email', event.target.value)}
      />
      <TextArea
        id="message"
        label="Mensaje"
        rows={7}
        maxLength={contactFields.message.max}
        error={errors.message}
        value={typed.message}
        onChange={(event) => type('message', event.target.value)}
      />
      <Button type="submit" busy={sending.isPending} className="min-h-12 self-start px-8">
        Enviar mensaje
      </Button>
      <Refusal of={!isNamed && sending.error} />
    </form>
  )
}

function Sent({ to, onMore }: { to: string; onMore: () => void }) {
  return (
    <div role="status">
      <Blank
        icon={<CircleCheck aria-hidden />}
        title="Recibimos tu mensaje"
        actions={<Button onClick={() => onMore()}>Escribir otro</Button>}
      >
        Te respondemos a <strong className="break-words text-text">{to}</strong>.
      </Blank>
    </div>
  )
}

function useContactForm(known: { name: string; email: string }) {
  const [touched, setTouched] = useFormDraft('message', readTouched)
  const typed: ContactMessage = { ...known, message: '', ...touched }
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useSendMessage()
  const problems = tried ? contactProblems(typed) : {}
  const errorOf = (field: keyof ContactMessage) => problems[field] ?? fieldErrorOf(sending.error, field)
  const errors = { name: errorOf('name'), email: errorOf('email'), message: errorOf('message') }
  const isNamed = Object.values(errors).some(Boolean)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const focusOn = (field: string | undefined) => form.current?.querySelector<HTMLElement>(`#${field}`)?.focus()
    const [wrong] = Object.keys(contactProblems(typed))
    if (wrong) return focusOn(wrong)
    const { name, email, message } = typed
    const done = () => {
      const { message: _, ...rest } = touched ?? {}
      setTouched(rest)
      setTried(false)
    }
    const said = { name: name.trim(), email: email.trim(), message: message.trim() }
    const refused = (error: Error) => focusOn(Object.keys(contactFields).find((field) => fieldErrorOf(error, field)))
    sending.mutate(said, { onSuccess: done, onError: refused })
  }
  const type = (field: keyof ContactMessage, text: string) => setTouched({ ...touched, [field]: text })
  return { typed, type, errors, isNamed, form, sending, submit }
}

/** Stores touched fields only; the others follow the signed-in user. */
function readTouched(stored: unknown): Partial<ContactMessage> {
  return textsOf(stored, Object.keys(contactFields) as ContactField[])
}
