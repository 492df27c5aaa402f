import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import {
  type ContactField,
  type ContactMessage,
  contactFields,
  contactProblems,
} from '#backend/domain/mail/contact.limits.ts'
import { answered, mailApi } from '#frontend/api.ts'
import { refusedFields } from '#frontend/api-error.ts'
import { textsOf, useFormDraft } from '#frontend/form-draft.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field, TextArea } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'

export function ContactForm({ known }: { known: { name: string; email: string } }) {
  const { field, isNamed, form, sending, submit } = useContactForm(known)
  if (sending.isSuccess) return <Sent to={sending.variables.email} onMore={sending.reset} />
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field {...field('name')} label="Nombre" autoComplete="name" />
      <Field {...field('email')} label="Email" type="email" autoComplete="email" />
      <TextArea {...field('message')} label="Mensaje" rows={7} />
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
        icon={<CircleCheck />}
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
  const sending = useMutation({
    mutationFn: (message: ContactMessage) =>
      answered(mailApi.index.$post({ json: { template: 'contact', ...message } })),
  })
  const errors = { ...refusedFields(sending.error), ...(tried && contactProblems(typed)) }
  const isNamed = Boolean(errors.name || errors.email || errors.message)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const wrong = contactProblems(typed)
    if (Object.keys(wrong).length > 0) return focusFirst(form.current, wrong)
    const { name, email, message } = typed
    const done = () => {
      const { message: _, ...rest } = touched ?? {}
      setTouched(rest)
      setTried(false)
    }
    const said = { name: name.trim(), email: email.trim(), message: message.trim() }
    sending.mutate(said, { onSuccess: done, onError: (error) => focusFirst(form.current, refusedFields(error)) })
  }
  const field = (name: ContactField) => ({
    ...{ id: name, maxLength: contactFields[name].max, error: errors[name], value: typed[name] },
    onChange: ({ target }: { target: { value: string } }) => setTouched({ ...touched, [name]: target.value }),
  })
  return { field, isNamed, form, sending, submit }
}

/** Stores touched fields only; the others follow the signed-in user. */
function readTouched(stored: unknown): Partial<ContactMessage> {
  return textsOf(stored, Object.keys(contactFields) as ContactField[])
}
