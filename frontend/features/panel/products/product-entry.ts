import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { galleryLimits } from '#backend/domain/product/gallery.limits.ts'
import { specLimits } from '#backend/domain/product/product.limits.ts'
import {
  defaultOf,
  type EnteredProduct,
  type FieldKey,
  fieldKeys,
  fromWire,
  type OnWire,
  productFields,
  readField,
  toWire,
  type WireKey,
  wireKey,
  writeField,
} from '#backend/domain/product/product-fields.ts'
import type { EnteredAttributes } from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { PanelProduct } from '#frontend/api.ts'

type ListKey = 'specs' | 'pictures' | 'attributes'
/** A switch in the list activates a product, no input of the form. */
export type TypedKey = Exclude<FieldKey, ListKey | 'isActive'>
export const typedKeys = fieldKeys.filter(
  (key): key is TypedKey => !['specs', 'pictures', 'attributes', 'isActive'].includes(key),
)
export type EntryField = WireKey<TypedKey>
export type Spec = PanelProduct['specs'][number]
export type Picture = PanelProduct['pictures'][number]
/** `attributes`: an empty text says that nothing is known. */
export type ProductEntry = Record<EntryField, string> & {
  specs: Spec[]
  pictures: Picture[]
  attributes: EnteredAttributes
}
/** By field, also `specs`, `specs.0.name`, `pictures.1.alt`, as the API names them. */
export type EntryErrors = Readonly<Record<string, string | undefined>>
export type ProductValues = Omit<OnWire<EnteredProduct>, 'isActive'>

export const entryFields = typedKeys.map((key) => wireKey(key) as EntryField)
export const formLabels = Object.fromEntries(
  fieldKeys.filter((key) => key !== 'isActive').map((key) => [wireKey(key), productFields[key].label]),
) as Readonly<Record<EntryField | ListKey, string>>

/** Rates begin as their defaults. */
export const blankEntry = entryFrom(
  (key) => (productFields[key].kind === 'rate' ? writeField(key, defaultOf(key) ?? null) : ''),
  { specs: [], pictures: [], attributes: {} },
)

function entryFrom(textOf: (key: TypedKey) => string, lists: Pick<ProductEntry, ListKey>): ProductEntry {
  const texts = Object.fromEntries(typedKeys.map((key) => [wireKey(key), textOf(key)]))
  return { ...(texts as Record<EntryField, string>), ...lists }
}

/** Uses a decimal comma. */
export function entryOf(product: ProductValues): ProductEntry {
  const values = fromWire(product)
  const textOf = (key: TypedKey) => {
    const text = writeField(key, values[key])
    return productFields[key].kind === 'price' ? text.replace(/,00$/, '') : text
  }
  return entryFrom(textOf, {
    specs: product.specs,
    pictures: product.pictures,
    attributes: product.attributes,
  })
}

/** Returns a product, or the mistake in each field. Ignores empty rows of the spec sheet. */
export function readEntry(entry: ProductEntry): { product: ProductValues } | { errors: EntryErrors } {
  const errors: Record<string, string> = { ...specErrors(entry.specs), ...altErrors(entry.pictures) }
  const values: Record<string, unknown> = {}
  for (const key of typedKeys) {
    const field = wireKey(key) as EntryField
    const reading = readTyped(key, entry[field].trim())
    if ('mistake' in reading) errors[field] = reading.mistake
    else values[key] = reading.value
  }
  if (Object.keys(errors).length > 0) return { errors }
  const typed = toWire(values as Pick<EnteredProduct, TypedKey>)
  const specs = entry.specs.map((row) => trimmedRow(row)).filter(({ name, value }) => name || value)
  const others = entry.pictures.slice(1).filter(({ url }) => url !== typed.imageUrl)
  const first = { url: typed.imageUrl, alt: entry.pictures[0]?.alt.trim() ?? '' }
  const attributes = knownIn(entry.attributes)
  return { product: { ...typed, specs, attributes, pictures: [first, ...others.map(tidyPicture)] } }
}

function readTyped(key: TypedKey, text: string): ReturnType<typeof readField> {
  const value = defaultOf(key)
  if (text === '') return value === undefined ? { mistake: 'Falta este dato.' } : { value }
  if (productFields[key].kind === 'price' && readDecimal(text) === null)
    return { mistake: 'Escribí un número, hasta con dos decimales: 1.234,50.' }
  return readField(key, text)
}

function knownIn(attributes: EnteredAttributes): EnteredAttributes {
  const known = Object.entries(attributes).map(([key, text]) => [key, text?.trim() ?? null] as const)
  return Object.fromEntries(known.filter(([, text]) => text !== ''))
}

const trimmedRow = ({ name, value }: Spec): Spec => ({ name: name.trim(), value: value.trim() })
const tidyPicture = ({ url, alt }: Picture): Picture => ({ url, alt: alt.trim() })

function specErrors(rows: readonly Spec[]): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const { name, value } = trimmedRow(row)
    if (!name && !value) continue
    const key = name.toLocaleLowerCase('es')
    if (seen.has(key)) errors[`specs.${at}.name`] = 'Esta característica ya está.'
    seen.add(key)
    for (const [part, text] of Object.entries({ name, value })) {
      const most = specLimits[part as 'name' | 'value']
      if (text.length > most) errors[`specs.${at}.${part}`] = `Admite hasta ${most} caracteres.`
      if (!text) errors[`specs.${at}.${part}`] = 'Falta este dato.'
    }
  }
  if (seen.size > specLimits.rows) errors.specs = `Admite hasta ${specLimits.rows} características.`
  return errors
}

function altErrors(pictures: readonly Picture[]): Record<string, string> {
  const tooLong = [...pictures.entries()].filter(([, { alt }]) => alt.trim().length > galleryLimits.alt)
  return Object.fromEntries(
    tooLong.map(([at]) => [`pictures.${at}.alt`, `Admite hasta ${galleryLimits.alt} caracteres.`]),
  )
}
