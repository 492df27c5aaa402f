// A part of the section Ajustes: its title, a few words, and a form of its own.
import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'

type Props = {
  title: string
  about: ReactNode
  mayChange: boolean
  /** Disables saving while nothing has changed. */
  isChanged: boolean
  busy: boolean
  /** A refusal that no field shows. */
  refusal: Error | null | false
  onSave: () => void
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

export function SettingsPart({ title, about, mayChange, isChanged, busy, refusal, onSave, ref, children }: Props) {
  const heading = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <section aria-labelledby={heading} className="cut-lg border border-line bg-surface p-5 sm:p-8">
      <h2 id={heading} className="text-xl font-semibold">
        {title}
      </h2>
      <div className="mt-2 max-w-2xl text-sm leading-relaxed text-muted">{about}</div>
      <form ref={ref} onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
        <fieldset disabled={!mayChange} className="grid min-w-0 items-start gap-5 sm:grid-cols-2">
          {children}
        </fieldset>
        <Refusal of={refusal} role="alert" />
        {mayChange && (
          <Button type="submit" busy={busy} disabled={!isChanged} className="sm:self-end">
            Guardar
          </Button>
        )}
      </form>
    </section>
  )
}
