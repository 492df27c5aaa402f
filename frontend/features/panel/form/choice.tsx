import { type SelectHTMLAttributes, useId } from 'react'
import { FieldFrame, inputLook, tied } from '#frontend/ui/form/field.tsx'

export type Choices = readonly (readonly [value: string, name: string])[]
type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> & {
  label: string
  hint?: string | undefined
  error?: string | undefined
  options: Choices
  onChange: (value: string) => void
}

export function Choice({ label, hint, error, options, onChange, ...rest }: Props) {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <select
        {...rest}
        {...tied({ id, hint, error })}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputLook} disabled:text-muted`}
      >
        <Options of={options} />
      </select>
    </FieldFrame>
  )
}

export function Options({ of: choices }: { of: Choices }) {
  return choices.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
