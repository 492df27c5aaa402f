import { useId } from 'react'
import { FieldFrame, inputLook } from '#frontend/ui/form/field.tsx'

type Props = {
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  disabled?: boolean
  onChange: (value: string) => void
}

export function Choice({ label, value, options, disabled, onChange }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
        className={inputLook}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
