import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { inputLook } from '#frontend/ui/form/field.tsx'

type BoxProps = { label: string; name: string; value?: string | undefined }

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1.5 lg:grow lg:basis-36">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type ChoiceProps = BoxProps & {
  none: string
  initial?: string | undefined
  onChange?: (value: string) => void
  children: ReactNode
}

export function Choice({ label, name, none: nothing, value, initial = '', onChange, children }: ChoiceProps) {
  const given = onChange
    ? { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
    : { defaultValue: initial }
  return (
    <Labelled label={label}>
      {(id) => (
        <select id={id} name={name} {...given} className={inputLook}>
          <option value="">{nothing}</option>
          {children}
        </select>
      )}
    </Labelled>
  )
}

export function NumberBox({ value = '', ...rest }: BoxProps) {
  return (
    <Box {...rest} defaultValue={value} required inputMode="numeric" pattern="[1-9][0-9]{0,11}" autoComplete="off" />
  )
}

export function Day({ value = '', ...rest }: BoxProps) {
  return <Box {...rest} defaultValue={value} type="date" min="2000-01-01" max="2099-12-31" />
}

function Box({ label, ...rest }: InputHTMLAttributes<HTMLInputElement> & { label: string }) {
  return <Labelled label={label}>{(id) => <input {...rest} id={id} className={inputLook} />}</Labelled>
}
