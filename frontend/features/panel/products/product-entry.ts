// A product as it is typed into a form, and what of it makes sense.
import { readDecimal } from '#backend/domain/product/decimal.limits.ts'
import { galleryLimits } from '#backend/domain/product/gallery.limits.ts'
import {
  catalogueLimits,
  imageAddress,
  pricedAtNothing,
  productLimits,
  specLimits,
} from '#backend/domain/product/product.limits.ts'
import type { PanelProduct } from '#frontend/api.ts'

const texts = ['category', 'name', 'description', 'imageUrl'] as const
/** The fields in the order of the form. */
export const entryFields = ['category', 'name', 'description', 'price', 'imageUrl', 'stock'] as const
export type EntryField = (typeof entryFields)[number]
export type Spec = PanelProduct['specs'][number]
export type Picture = PanelProduct['pictures'][number]
/** pictures: the first is imageUrl. */
export type ProductEntry = Record<EntryField, string> & { specs: Spec[]; pictures: Picture[] }
/** By field, also `specs`, `specs.0.name`, `pictures.1.alt`, as the API names them. */
export type EntryErrors = Readonly<Record<string, string | undefined>>
export type ProductValues = Pick<PanelProduct, EntryField | 'specs' | 'pictures'>

const none = { category: '', name: '', description: '', price: '', imageUrl: '', stock: '' }
export const blankEntry: ProductEntry = { ...none, specs: [], pictures: [] }
const limits = { ...productLimits, category: catalogueLimits.category }

/** The product as a form shows it, with a decimal comma. */
export function entryOf(product: ProductValues): ProductEntry {
  const { category, name, description, price, imageUrl, stock, specs, pictures } = product
  const decimal = Number.isInteger(price) ? String(price) : price.toFixed(2).replace('.', ',')
  return { category, name, description, price: decimal, imageUrl, stock: String(stock), specs, pictures }
}

/** What the entry says: a product, or what is wrong with each field. Rows of the spec sheet in which nothing is written do not count. */
export function readEntry(entry: ProductEntry): { product: ProductValues } | { errors: EntryErrors } {
  const { category, name, description, imageUrl } = trimmed(entry)
  const numbers = { price: readDecimal(entry.price.trim()) ?? -1, stock: Number(entry.stock.trim()) }
  const errors: Record<string, string> = { ...specErrors(entry.specs), ...altErrors(entry.pictures) }
  if (numbers.price < 0) errors.price = 'Escribí un número, hasta con dos decimales: 1.234,50.'
  if (!/^\d+$/.test(entry.stock.trim())) errors.stock = 'Escribí un número entero.'
  if (!imageAddress.test(imageUrl)) errors.imageUrl = 'Debe empezar con https:// o con /img/.'
  for (const field of texts) {
    const { length } = entry[field].trim()
    if (length > limits[field]) errors[field] = `Admite hasta ${limits[field]} caracteres.`
    if (length === 0) errors[field] = 'Falta este dato.'
  }
  if (numbers.price === 0) errors.price = pricedAtNothing
  for (const field of ['price', 'stock'] as const)
    if (numbers[field] > limits[field]) errors[field] = `El máximo es ${limits[field].toLocaleString('es-AR')}.`
  if (Object.keys(errors).length > 0) return { errors }
  const specs = entry.specs.map((row) => trimmedRow(row)).filter(({ name: of, value }) => of || value)
  const others = entry.pictures.slice(1).filter(({ url }) => url !== imageUrl)
  const pictures = [{ url: imageUrl, alt: entry.pictures[0]?.alt.trim() ?? '' }, ...others.map(tidyPicture)]
  return { product: { category, name, description, imageUrl, ...numbers, specs, pictures } }
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

function trimmed(entry: ProductEntry): Record<EntryField, string> {
  return Object.fromEntries(entryFields.map((field) => [field, entry[field].trim()])) as Record<EntryField, string>
}
