// A file field in our own words; the browser's would use its language.
import { type ChangeEvent, type InputHTMLAttributes, type Ref, useState } from 'react'
import { FieldFrame, inputLook, tied } from './field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  id: string
  label: string
  error?: string | undefined
  hint: string
  ref?: Ref<HTMLInputElement>
}

/** The native field lies invisibly on top: it receives clicks, keys, drops and focus, and carries the label. */
export function FileField({ id, label, error, hint, onChange, ...rest }: Props) {
  const [names, setNames] = useState<string[]>([])
  const note = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    // Empty again if the handler has already taken the files.
    setNames([...(event.target.files ?? [])].map(({ name }) => name))
  }
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div
        className={`${inputLook} relative flex items-center gap-4 text-sm has-aria-invalid:border-bad has-disabled:opacity-45 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-cyan`}
      >
        <label htmlFor={id} className="shrink-0 rounded-md bg-raised px-3 py-1.5 font-medium">
          {rest.multiple ? 'Elegir archivos' : 'Elegir archivo'}
        </label>
        <span aria-hidden className="min-w-0 truncate text-muted">
          {names.length > 1 ? `${names.length} archivos` : (names[0] ?? 'Ninguno elegido')}
        </span>
        <input
          {...rest}
          {...tied({ id, error, hint })}
          type="file"
          onChange={note}
          className="absolute inset-0 size-full cursor-pointer opacity-0 file:size-full file:cursor-pointer disabled:cursor-not-allowed"
        />
      </div>
    </FieldFrame>
  )
}
