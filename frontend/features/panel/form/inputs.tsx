// The inputs of a form, each told by its name: texts, reasons with frequent ones beside, choices.
import { type ComponentProps, useId } from 'react'
import { Field, TextArea } from '#frontend/ui/form/field.tsx'
import { Choice, type Choices } from './choice.tsx'

export type Input = Omit<ComponentProps<typeof Field>, 'id' | 'name' | 'value' | 'onChange'> & {
  options?: Choices
  /** Frequent texts. */
  presets?: readonly string[]
  /** Several lines. */
  rows?: number
  isWide?: boolean
}
export type Texts<Name extends string> = Readonly<Record<Name, string>>

type Props<Name extends string> = {
  of: Readonly<Partial<Record<Name, Input>>>
  texts: { readonly [Field in string]?: string | undefined }
  errors?: { readonly [Field in string]?: string | undefined }
  /** Comes before each name in the page. */
  under?: string
  onType: (name: Name, text: string) => void
}

export function Inputs<Name extends string>({ of: inputs, texts, errors = {}, under = '', onType }: Props<Name>) {
  return (Object.entries(inputs) as [Name, Input][]).map(([name, { isWide, ...input }]) => (
    <div key={name} className={isWide ? 'col-span-full' : 'contents'}>
      <OneInput
        error={errors[name]}
        {...input}
        name={under + name}
        value={texts[name] ?? ''}
        onText={(text) => onType(name, text)}
      />
    </div>
  ))
}

type OneProps = Omit<Input, 'isWide'> & { name: string; value: string; onText: (text: string) => void }

function OneInput({ options, presets, rows, onText, ...rest }: OneProps) {
  const id = useId()
  const onChange = (event: { target: { value: string } }) => onText(event.target.value)
  const { label, name, value, error, hint, disabled } = rest
  if (options) return <Choice {...{ label, name, value, error, hint, disabled, options }} onChange={onText} />
  if (rows)
    return <TextArea {...{ id, label, name, value, error, rows, onChange }} className="resize-y leading-relaxed" />
  if (!presets) return <Field {...rest} onChange={onChange} />
  return (
    <div>
      <Field {...rest} onChange={onChange} />
      <Presets of={presets} value={value} onChoose={onText} />
    </div>
  )
}

type PresetsProps = { of: readonly string[]; value: string; onChoose: (text: string) => void }

/** Frequent reasons. Pressing the chosen one again clears it; its text can be extended. */
function Presets({ of: presets, value, onChoose }: PresetsProps) {
  return (
    <fieldset className="mt-3 flex flex-wrap gap-2">
      <legend className="sr-only">Motivos frecuentes</legend>
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={value === preset}
          onClick={() => onChoose(value === preset ? '' : preset)}
          className="min-h-11 rounded-full border border-edge px-4 text-sm text-muted transition hover:border-violet-soft hover:text-text aria-pressed:border-violet aria-pressed:bg-violet/15 aria-pressed:font-semibold aria-pressed:text-text"
        >
          {preset}
        </button>
      ))}
    </fieldset>
  )
}
