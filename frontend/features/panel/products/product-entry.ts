// A product as it is typed into a form, and what of it makes sense.
import { catalogueLimits, imageAddress, productLimits } from '#backend/domain/product/product.limits.ts'
import type { PanelProduct } from '#frontend/api.ts'

const texts = ['category', 'name', 'description', 'imageUrl'] as const
/** The fields in the order of the form. */
export const entryFields = ['category', 'name', 'description', 'price', 'imageUrl', 'stock'] as const
export type EntryField = (typeof entryFields)[number]
export type ProductEntry = Record<EntryField, string>
export type EntryErrors = Partial<Record<EntryField, string>>
export type ProductValues = Pick<PanelProduct, EntryField>

export const blankEntry: ProductEntry = { category: '', name: '', description: '', price: '', imageUrl: '', stock: '' }
const limits = { ...productLimits, category: catalogueLimits.category }

/** The product as a form shows it, with a decimal comma. */
export function entryOf({ category, name, description, price, imageUrl, stock }: ProductValues): ProductEntry {
  const decimal = Number.isInteger(price) ? String(price) : price.toFixed(2).replace('.', ',')
  return { category, name, description, price: decimal, imageUrl, stock: String(stock) }
}

/** What the entry says: a product, or what is wrong with each field. */
export function readEntry(entry: ProductEntry): { product: ProductValues } | { errors: EntryErrors } {
  const { category, name, description, imageUrl } = trimmed(entry)
  const price = entry.price.trim()
  const stock = entry.stock.trim()
  const errors: EntryErrors = {}
  if (!/^\d+([.,]\d{1,2})?$/.test(price))
    errors.price = 'Escribí un número, sin puntos de miles y hasta con dos decimales.'
  if (!/^\d+$/.test(stock)) errors.stock = 'Escribí un número entero.'
  if (!imageAddress.test(imageUrl)) errors.imageUrl = 'Debe empezar con https:// o con /img/.'
  for (const field of texts) {
    const { length } = entry[field].trim()
    if (length > limits[field]) errors[field] = `Admite hasta ${limits[field]} caracteres.`
    if (length === 0) errors[field] = 'Falta este dato.'
  }
  const numbers = { price: Number(price.replace(',', '.')), stock: Number(stock) }
  for (const field of ['price', 'stock'] as const)
    if (numbers[field] > limits[field]) errors[field] = `El máximo es ${limits[field].toLocaleString('es-AR')}.`
  return Object.keys(errors).length > 0
    ? { errors }
    : { product: { category, name, description, imageUrl, ...numbers } }
}

function trimmed(entry: ProductEntry): ProductEntry {
  return Object.fromEntries(Object.entries(entry).map(([field, text]) => [field, text.trim()])) as ProductEntry
}
