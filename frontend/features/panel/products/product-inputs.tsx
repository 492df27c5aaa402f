import { type ProductField, productFields, wireKey, writeField } from '#backend/domain/product/product-fields.ts'
import { type Input, Inputs } from '#frontend/features/panel/form/inputs.tsx'
import { type EntryErrors, type EntryField, type ProductEntry, type TypedKey, typedKeys } from './product-entry.ts'
import { useCategories } from './products.queries.ts'

type Props = { entry: ProductEntry; errors: EntryErrors; onType: (field: EntryField, text: string) => void }

/** One input for each field that is typed as one text. */
export function ProductInputs({ entry, errors, onType }: Props) {
  const { specs: _, pictures: __, attributes: ___, ...texts } = entry
  const categories = useCategories()
  const inputs = typedKeys.map((key) => [wireKey(key), inputOf(key, categories)])
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Inputs of={Object.fromEntries(inputs) as Record<EntryField, Input>} {...{ texts, errors, onType }} />
    </div>
  )
}

const inputModes = {
  text: 'text',
  sku: 'text',
  ean: 'numeric',
  image: 'url',
  price: 'decimal',
  number: 'numeric',
  rate: 'decimal',
} as const

function inputOf(key: TypedKey, categories: string[]): Input {
  const field: ProductField = productFields[key]
  if (field.kind === 'text' && field.isLong) return { label: field.label, rows: 4, isWide: true }
  const rates = field.kind === 'rate' ? field.among?.map((rate) => writeField(key, rate)) : undefined
  return {
    label: field.kind === 'price' ? `${field.label} (U$S)` : field.label,
    inputMode: inputModes[field.kind],
    offered: key === 'category' ? categories : rates,
    isWide: field.kind === 'image',
  }
}
