// A part of the section Ajustes: its title, a few words, and a form of its own.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId, useRef, useState } from 'react'
import { refusedFields } from '#frontend/api-error.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, FieldFrame, inputLook } from '#frontend/ui/form/field.tsx'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'

/** `options`: label by value. */
type Look = { label: string; hint?: string | undefined; options?: Readonly<Record<string, string>> } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'maxLength'
>
type Texts<Name extends string> = Readonly<Record<Name, string>>

type Form<Name extends string> = {
  /** Settings saved elsewhere show at once, since only typed ones are kept. */
  texts: Texts<Name>
  queryKey: QueryKey
  /** Answers the settings as they are then. */
  save: (texts: Texts<Name>) => Promise<unknown>
  saved: string
}
type Props<Name extends string> = Form<Name> & {
  title: string
  about: ReactNode
  mayChange: boolean
  fields: Readonly<Record<string, Look>>
}

export function SettingsPart<Name extends string>({ title, about, mayChange, fields, ...rest }: Props<Name>) {
  const heading = useId()
  const { form, entry, isChanged, onType, onSubmit, saving } = useSettingsForm(rest)
  const refused = refusedFields(saving.error)
  return (
    <section aria-labelledby={heading} className="cut-lg border border-line bg-surface p-5 sm:p-8">
      <h2 id={heading} className="text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-2 max-w-2xl text-sm leading-relaxed text-muted">{about}</div>
      <form ref={form} onSubmit={onSubmit} noValidate className="mt-6 flex flex-col gap-5">
        <fieldset disabled={!mayChange} className="grid min-w-0 items-start gap-5 sm:grid-cols-2">
          {Object.entries(fields).map(([name, look]) => (
            <Setting
              key={name}
              {...{ name, look, value: entry[name as Name], error: refused[name] }}
              onType={(text) => onType(name, text)}
            />
          ))}
        </fieldset>
        <Refusal of={Object.keys(refused).length === 0 && saving.error} role="alert" />
        {mayChange && (
          <Button type="submit" busy={saving.isPending} disabled={!isChanged} className="sm:self-end">
            Guardar
          </Button>
        )}
      </form>
    </section>
  )
}

function useSettingsForm<Name extends string>({ texts, queryKey, save, saved }: Form<Name>) {
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Partial<Texts<Name>>>({})
  const entry = { ...texts, ...typed }
  const isChanged = (Object.keys(texts) as Name[]).some((name) => entry[name] !== texts[name])
  const saving = useMutation({
    mutationFn: () => save(entry),
    onSuccess: async (now) => {
      toastSuccess(saved)
      setTyped({})
      queryClient.setQueryData(queryKey, now)
      const shown = [queryKeys.shop, queryKeys.catalogue.all, queryKeys.products]
      await Promise.all(shown.map((key) => queryClient.invalidateQueries({ queryKey: key })))
    },
    onError: (error) => focusFirst(form.current, refusedFields(error)),
  })
  const onType = (name: string, text: string) => {
    setTyped({ ...typed, [name]: text })
    saving.reset()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return { form, entry, isChanged, onType, onSubmit, saving }
}

type SettingProps = {
  name: string
  look: Look
  value: string
  error: string | undefined
  onType: (text: string) => void
}

function Setting({ name, look, value, error, onType }: SettingProps) {
  const id = useId()
  const shared = { id, name, value }
  const { label, hint, options, type, inputMode, maxLength } = look
  const framed = { label, hint, error }
  const typing = { type, inputMode, maxLength }
  if (!options) return <Field {...shared} {...framed} {...typing} onChange={(event) => onType(event.target.value)} />
  return (
    <FieldFrame id={id} {...framed}>
      <select {...shared} onChange={(event) => onType(event.target.value)} className={inputLook}>
        {Object.entries(options).map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** NaN for another text, which the shop refuses by its field. */
export function typedNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
