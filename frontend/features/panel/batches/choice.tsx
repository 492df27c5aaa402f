// A labelled select.
import { inputLook } from '#frontend/ui/form/field.tsx'

type Props = {
  id: string
  label: string
  value: string
  options: readonly (readonly [value: string, name: string])[]
  disabled?: boolean
  onChange: (value: string) => void
}

export function Choice({ id, label, value, options, disabled, onChange }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
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
    </div>
  )
}
