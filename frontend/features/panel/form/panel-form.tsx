// A form of the panel: sends its content, and tells mistakes beside their inputs.
import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { refusedFields } from '#frontend/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'

export type Problems = { readonly [Field in string]?: string | undefined }
/** The content to send, or the mistakes in it. */
export type Reading<Json> = { json: Json } | { problems: Problems }

type Props<Json, Answer> = {
  saving: Pick<UseMutationResult<Answer, Error, Json>, 'isPending' | 'error' | 'mutate' | 'reset'>
  read: () => Reading<Json>
  onSaved?: (answer: Answer) => void
  className?: string
  /** Its button; absent: the form is for reading. */
  submit?: ComponentProps<typeof Button> | false
  buttons?: ReactNode
  /** `forget`: hides the mistakes, as typing does. */
  children: (problems: Problems, forget: () => void) => ReactNode
}

/** Focuses the first field with a mistake, found here or by the shop. */
export function PanelForm<Json, Answer>(props: Props<Json, Answer>) {
  const { saving, read, onSaved, className = 'flex flex-col gap-5', submit, buttons, children } = props
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Problems>({})
  const refused = refusedFields(saving.error)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const reading = read()
    const problems = 'problems' in reading ? reading.problems : {}
    setWrong(problems)
    focusFirst(form.current, problems)
    if ('problems' in reading) return
    const onError = (error: Error) => focusFirst(form.current, refusedFields(error))
    saving.mutate(reading.json, { onSuccess: (answer) => onSaved?.(answer), onError })
  }
  const forget = () => {
    setWrong({})
    if (saving.error) saving.reset()
  }
  return (
    <form ref={form} onSubmit={send} onChange={forget} noValidate className={className}>
      {children({ ...refused, ...wrong }, forget)}
      <Refusal of={saving.error} role="alert" className="col-span-full" />
      {submit && <Button {...submit} type="submit" busy={saving.isPending} />}
      {buttons}
    </form>
  )
}
