// The attributes that a category's schema gives its products, as inputs: a text, or the word that there is none.
import { type EnteredAttributes, interpret } from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { Attribute } from '#backend/domain/product/schema/schema.limits.ts'
import { Check } from '#frontend/features/panel/form/check.tsx'
import { useSchema } from '#frontend/features/panel/schemas/schemas.queries.ts'
import { Field } from '#frontend/ui/form/field.tsx'
import type { EntryErrors } from './product-entry.ts'

type Props = {
  category: string
  attributes: EnteredAttributes
  specs: readonly { name: string; value: string }[]
  errors: EntryErrors
  onChange: (attributes: EnteredAttributes) => void
}

/** An empty input shows the row of the spec sheet that says its value; without one nothing is known. */
export function AttributeInputs({ category, attributes, specs, errors, onChange }: Props) {
  const schema = useSchema(category)
  if (schema.length === 0) return null
  const said = new Map(interpret(schema, { specs, attributes: {} }).sheet.map(({ key, value }) => [key, value]))
  return (
    <fieldset className="border-t border-line pt-5">
      <legend className="float-left mb-4 w-full text-base font-semibold">Propiedades de {category.trim()}</legend>
      <div className="clear-both grid gap-5 sm:grid-cols-2">
        {schema.map((attribute) => (
          <AttributeInput
            key={attribute.key}
            of={attribute}
            text={attributes[attribute.key]}
            said={said.get(attribute.key)}
            error={errors[`attributes.${attribute.key}`]}
            onText={(text) => onChange({ ...attributes, [attribute.key]: text })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type InputProps = {
  of: Attribute
  text: string | null | undefined
  said: string | null | undefined
  error: string | undefined
  onText: (text: string | null) => void
}

function AttributeInput({
  of: { key, label, unit, kind, choices, isRequired },
  text,
  said,
  error,
  onText,
}: InputProps) {
  const isNone = text === null
  return (
    <div className="flex flex-col gap-1">
      <Field
        name={`attributes.${key}`}
        label={`${label}${unit ? ` (${unit})` : ''}${isRequired ? ', obligatoria' : ''}`}
        value={text ?? ''}
        disabled={isNone}
        error={error}
        placeholder={isNone ? 'No tiene' : said ? `Ficha: ${said}` : undefined}
        offered={kind === 'yesNo' ? ['Sí', 'No'] : choices.length > 0 ? choices : undefined}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        onChange={(event) => onText(event.target.value)}
      />
      <Check isOn={isNone} onTurn={(isOn) => onText(isOn ? null : '')}>
        <span className="text-muted">
          No tiene<span className="sr-only">: {label}</span>
        </span>
      </Check>
    </div>
  )
}
