// A reason: a preset or free text.
import { Field } from '#frontend/ui/form/field.tsx'

type Props = {
  label: string
  presets: readonly string[]
  value: string
  maxLength: number
  required?: boolean
  error?: string | undefined
  onChange: (reason: string) => void
}

/** Pressing the chosen preset again clears it; its text can be extended. */
export function ReasonField({ label, presets, value, onChange, ...rest }: Props) {
  return (
    <div>
      <Field
        {...rest}
        label={label}
        name="reason"
        value={value}
        hint="Queda en el registro, para quien lo revise después."
        onChange={(event) => onChange(event.target.value)}
      />
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Motivos frecuentes</legend>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={value === preset}
            onClick={() => onChange(value === preset ? '' : preset)}
            className="min-h-11 rounded-full border border-edge px-4 text-sm text-muted transition hover:border-violet-soft hover:text-text aria-pressed:border-violet aria-pressed:bg-violet/15 aria-pressed:font-semibold aria-pressed:text-text"
          >
            {preset}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
