// The inputs of a product's form, in the order of the list of fields.
import { useId } from 'react'
import { type ProductField, productFields, wireKey } from '#backend/domain/product/product-fields.ts'
import { Field, FieldMessage, inputLook } from '#frontend/ui/form/field.tsx'
import { type EntryErrors, type EntryField, type ProductEntry, typedKeys } from './product-entry.ts'
import { useCategories } from './products.queries.ts'

type Props = { entry: ProductEntry; errors: EntryErrors; onType: (field: EntryField, text: string) => void }

/** One input for each field that is typed as one text. */
export function ProductInputs({ entry, errors, onType }: Props) {
  const form = useId()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {typedKeys.map((key) => {
        const name = wireKey(key) as EntryField
        const onText = (text: string) => onType(name, text)
        return (
          <FieldInput
            key={key}
            of={key}
            id={`${form}-${name}`}
            text={entry[name]}
            error={errors[name]}
            onText={onText}
          />
        )
      })}
    </div>
  )
}

type InputProps = { id: string; text: string; error: string | undefined; onText: (text: string) => void }
const inputModes = { text: 'text', image: 'url', price: 'decimal', number: 'numeric' } as const

function FieldInput({ of: key, ...input }: InputProps & { of: (typeof typedKeys)[number] }) {
  const field: ProductField = productFields[key]
  const categories = useCategories()
  if (field.kind === 'text' && field.isLong) return <LongText name={key} label={field.label} {...input} />
  const { id, text, error, onText } = input
  const offered = key === 'category' ? `${id}-offered` : undefined
  return (
    <div className={field.kind === 'image' ? 'sm:col-span-2' : ''}>
      <Field
        id={id}
        name={wireKey(key)}
        label={field.kind === 'price' ? `${field.label} (U$S)` : field.label}
        value={text}
        error={error}
        autoComplete="off"
        inputMode={inputModes[field.kind]}
        list={offered}
        onChange={(event) => onText(event.target.value)}
      />
      {offered && (
        <datalist id={offered}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </datalist>
      )}
    </div>
  )
}

function LongText({ id, name, label, text, error, onText }: InputProps & { name: string; label: string }) {
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={4}
        value={text}
        onChange={(event) => onText(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        className={`${inputLook} resize-y py-3 leading-relaxed`}
      />
      <FieldMessage id={`${id}-error`} text={error} />
    </div>
  )
}
