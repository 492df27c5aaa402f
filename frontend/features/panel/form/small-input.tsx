import type { InputHTMLAttributes } from 'react'
import { FieldMessage, inputLook, tied } from '#frontend/ui/form/field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  id: string
  label: string
  error: string | undefined
  onText: (text: string) => void
}

/** A text in a row of texts: its label is for screen readers. */
export function SmallInput({ id, label, error, onText, ...rest }: Props) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <input
        {...rest}
        {...tied({ id, error })}
        aria-label={label}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        className={inputLook}
      />
      <FieldMessage id={`${id}-error`} text={error} />
    </span>
  )
}
