// A part of the section Ajustes: its title, a few words, and a form of its own.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { type Input, Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { PanelForm } from '#frontend/features/panel/form/panel-form.tsx'
import { queryKeys } from '#frontend/query-keys.ts'
import { toastSuccess } from '#frontend/ui/notice/toast.ts'

export type Props = { mayChange: boolean }
type Value = string | number | boolean
type Given<Name extends string> = { revision: number } & Readonly<Record<Name, Value>>

type Json<Name extends string, Settings extends Given<Name>> = Pick<Settings, Name | 'revision'>

type Form<Name extends string, Settings extends Given<Name>> = {
  fields: Readonly<Partial<Record<Name, Input>>>
  /** Settings saved elsewhere show at once, since only typed ones are kept. */
  settings: Settings
  queryKey: QueryKey
  /** Answers the settings as they are then. */
  save: (json: Json<Name, Settings>) => Promise<unknown>
  saved: string
}
type PartProps<Name extends string, Settings extends Given<Name>> = Form<Name, Settings> &
  Props & { title: string; about: ReactNode }

export function SettingsPart<Name extends string, Settings extends Given<Name>>(props: PartProps<Name, Settings>) {
  const { title, about, mayChange, fields, settings } = props
  const heading = useId()
  const saving = useSaving(props)
  const [typed, setTyped] = useState<{ readonly [Field in string]?: string }>({})
  const names = Object.keys(fields) as Name[]
  const texts = { ...Object.fromEntries(names.map((name) => [name, String(settings[name])])), ...typed }
  const read = () => {
    const values = names.map((name) => [name, readAs(texts[name] ?? '', settings[name])])
    return { json: { revision: settings.revision, ...Object.fromEntries(values) } as Json<Name, Settings> }
  }
  const isChanged = names.some((name) => texts[name] !== String(settings[name]))
  return (
    <section aria-labelledby={heading} className="cut-lg border border-line bg-surface p-5 sm:p-8">
      <h2 id={heading} className="text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-2 mb-6 max-w-2xl text-sm leading-relaxed text-muted">{about}</div>
      <PanelForm
        {...{ saving, read }}
        onSaved={() => setTyped({})}
        submit={mayChange && { children: 'Guardar', disabled: !isChanged, className: 'sm:self-end' }}
      >
        {(problems) => (
          <fieldset disabled={!mayChange} className="grid min-w-0 items-start gap-5 sm:grid-cols-2">
            <Inputs
              of={fields}
              texts={texts}
              errors={problems}
              onType={(name, text) => setTyped({ ...typed, [name]: text })}
            />
          </fieldset>
        )}
      </PanelForm>
    </section>
  )
}

function useSaving<Name extends string, Settings extends Given<Name>>({ queryKey, save, saved }: Form<Name, Settings>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    // The form forgets what was typed as soon as it is saved, so it doesn't wait until the shop's pages are read again.
    onSuccess: (now) => {
      toastSuccess(saved)
      queryClient.setQueryData(queryKey, now)
      for (const shown of [queryKeys.shop, queryKeys.catalogue.all, queryKeys.products])
        void queryClient.invalidateQueries({ queryKey: shown })
    },
  })
}

/** A value of the kind of `before`; NaN for another text, which the shop refuses by its field. */
function readAs(text: string, before: Value): Value {
  if (typeof before === 'boolean') return text === 'true'
  if (typeof before === 'string') return text
  return text.trim() === '' ? Number.NaN : Number(text)
}
