import { useId } from 'react'
import { type ProductField, productFields, wireKey, writeField } from '#backend/domain/product/product-fields.ts'
import { Field, TextArea } from '#frontend/ui/form/field.tsx'
import { type EntryErrors, type EntryField, type ProductEntry, type TypedKey, typedKeys } from './product-entry.ts'
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
const inputModes = {
  text: 'text',
  sku: 'text',
  ean: 'numeric',
  image: 'url',
  price: 'decimal',
  number: 'numeric',
  rate: 'decimal',
} as const

function FieldInput({ of: key, ...input }: InputProps & { of: TypedKey }) {
  const field: ProductField = productFields[key]
  const categories = useCategories()
  const { id, text, error, onText } = input
  const typed = {
    ...{ id, name: wireKey(key), value: text, error },
    onChange: (event: { target: { value: string } }) => onText(event.target.value),
  }
  if (field.kind === 'text' && field.isLong)
    return (
      <div className="sm:col-span-2">
        <TextArea {...typed} label={field.label} rows={4} className="resize-y leading-relaxed" />
      </div>
    )
  return (
    <div className={field.kind === 'image' ? 'sm:col-span-2' : ''}>
      <Field
        {...typed}
        label={field.kind === 'price' ? `${field.label} (U$S)` : field.label}
        inputMode={inputModes[field.kind]}
        offered={key === 'category' ? categories : ratesOf(key)}
      />
    </div>
  )
}

function ratesOf(key: TypedKey): string[] | undefined {
  const field: ProductField = productFields[key]
  return field.kind === 'rate' ? field.among?.map((rate) => writeField(key, rate)) : undefined
}
