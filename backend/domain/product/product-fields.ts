// The one list of a product's fields, followed by decider, merge, undo, contract, file, form and conflict. Stored
// events don't follow it: an old event stays as written.

import { toCents, toDecimal } from '#backend/domain/money.ts'
import { isSameContent } from '#backend/domain/same-content.limits.ts'
import { type FieldValue, type NamedField, type Reading, readValue, type ValueOf, writeValue } from './field-kinds.ts'
import { catalogueLimits, productLimits, vatRates } from './product.limits.ts'

export type ProductField = NamedField

export const productFields = {
  category: { kind: 'text', max: catalogueLimits.category, label: 'Categoría' },
  name: { kind: 'text', max: productLimits.name, label: 'Nombre' },
  description: { kind: 'text', max: 4000, isLong: true, label: 'Descripción' },
  priceCents: { kind: 'price', max: productLimits.price, label: 'Precio' },
  vatRate: { kind: 'rate', max: vatRates[0], among: vatRates, label: 'IVA (%)', title: 'IVA', default: vatRates[0] },
  /** Effective, over the net price. */
  internalTaxRate: {
    kind: 'rate',
    max: 5000,
    label: 'Impuestos internos (%)',
    title: 'Impuestos internos',
    default: 0,
  },
  /** Available units, from another aggregate. */
  stock: { kind: 'number', max: 1_000_000, unit: 'unidades', label: 'Stock' },
  imageUrl: { kind: 'image', max: productLimits.imageUrl, label: 'URL de la imagen', title: 'Imagen' },
  pictures: { kind: 'pictures', label: 'Imágenes', title: 'Galería', default: [] },
  specs: { kind: 'specs', label: 'Ficha técnica', title: 'Ficha', default: [] },
  attributes: { kind: 'attributes', label: 'Propiedades', default: {} },
  brand: { kind: 'text', max: 60, label: 'Marca', default: null },
  sku: { kind: 'sku', max: 40, label: 'Código (SKU)', title: 'SKU', default: null },
  mpn: { kind: 'text', max: 60, label: 'Número de parte (MPN)', title: 'MPN', default: null },
  ean: { kind: 'ean', max: 14, label: 'Código de barras (EAN)', title: 'EAN', default: null },
  guaranteeMonths: { kind: 'number', max: 240, unit: 'meses', label: 'Garantía (meses)', default: null },
  guaranteeBy: { kind: 'text', max: 80, label: 'Quién responde por la garantía', title: 'Garantía de', default: null },
  weightGrams: {
    kind: 'number',
    max: 1e6,
    unit: 'gramos',
    label: 'Peso con caja (g)',
    title: 'Peso (g)',
    default: null,
  },
  size: { kind: 'text', max: 80, label: 'Medidas de la caja', title: 'Medidas', default: null },
  isActive: { kind: 'yesNo', label: 'Activo', default: true },
} as const satisfies Record<string, ProductField>

type Fields = typeof productFields
export type FieldKey = keyof Fields
export const fieldKeys = Object.keys(productFields) as FieldKey[]
type Unknown<Field> = Field extends { default: null } ? null : never

/** A product as entered by an admin or a file. */
export type EnteredProduct = { [Key in FieldKey]: ValueOf[Fields[Key]['kind']] | Unknown<Fields[Key]> }
export type ProductParts = { [Key in FieldKey]?: EnteredProduct[Key] | undefined }

/** A product without its stock, which is another aggregate. */
export type ProductFields = Omit<EnteredProduct, 'stock'>
type OwnKey = keyof ProductFields
export const ownKeys = fieldKeys.filter((key) => key !== 'stock')
export type Defaulted = { [Key in OwnKey]: Fields[Key] extends { default: unknown } ? Key : never }[OwnKey]
/** An absent field with default gets the default in a new product and stays unchanged in a known one. */
export type ProductForm = Omit<ProductFields, Defaulted> & { [Key in Defaulted]?: ProductFields[Key] | undefined }

/** Gross price and tax rates, which one event tells. */
export const pricingKeys = ['priceCents', 'vatRate', 'internalTaxRate'] as const
export type Pricing = Pick<ProductFields, (typeof pricingKeys)[number]>
export const pricingOf = (product: ProductFields) => pickFields(product, pricingKeys) as Pricing

/** Fields with their own events; ProductDetailsChanged has all others. */
const apartKeys = [...pricingKeys, 'isActive', 'pictures'] as const
type ApartKey = (typeof apartKeys)[number]
export const detailKeys = ownKeys.filter((key) => !apartKeys.some((apart) => apart === key))
export type ProductDetails = Omit<ProductFields, ApartKey>
/** With tax rates, which most callers don't know. */
export type DetailsForm = Omit<ProductForm, 'priceCents' | 'isActive' | 'pictures'>

export function detailsOf(product: ProductFields): ProductDetails {
  return pickFields(product, detailKeys) as ProductDetails
}

export const defaultOf = (key: FieldKey) => (productFields[key] as ProductField).default as FieldValue | undefined
export const requiredKeys = fieldKeys.filter((key) => defaultOf(key) === undefined)

export function withDefaults(form: ProductForm): ProductFields {
  const absent = ownKeys.filter((key) => form[key] === undefined && defaultOf(key) !== undefined)
  return { ...form, ...Object.fromEntries(absent.map((key) => [key, defaultOf(key)])) } as ProductFields
}

export function pickFields(product: ProductFields, keys: readonly OwnKey[]): Partial<ProductFields> {
  return Object.fromEntries(keys.map((key) => [key, product[key]]))
}

export function differingKeys<Key extends FieldKey>(
  keys: readonly Key[],
  one: ProductParts,
  other: ProductParts,
): Key[] {
  return keys.filter((key) => !isSameContent(one[key], other[key]))
}

/** On the wire and in files prices are decimal. */
export type WireKey<Key extends FieldKey = FieldKey> = Key extends 'priceCents' ? 'price' : Key
export type OnWire<Parts> = { [Key in keyof Parts as Key extends FieldKey ? WireKey<Key> : never]: Parts[Key] }
type FromWire<Parts> = {
  [Key in keyof Parts as Key extends 'price' ? 'priceCents' : Key extends FieldKey ? Key : never]: Parts[Key]
}

export const wireKey = (key: FieldKey): WireKey => (key === 'priceCents' ? 'price' : key)

export function toWire<Parts extends ProductParts>({ priceCents, ...parts }: Parts): OnWire<Parts> {
  return { ...parts, ...(priceCents !== undefined && { price: toDecimal(priceCents) }) } as unknown as OnWire<Parts>
}

export function fromWire<Parts extends OnWire<ProductParts>>(parts: Parts): FromWire<Parts> {
  const { price } = parts
  const said = fieldKeys.filter((key) => key in parts).map((key) => [key, parts[key as keyof Parts]])
  return Object.fromEntries(
    price === undefined ? said : [...said, ['priceCents', toCents(price) ?? 0]],
  ) as FromWire<Parts>
}

export const readField = (key: FieldKey, text: string): Reading => readValue(productFields[key], text)
export const writeField = (key: FieldKey, value: FieldValue): string => writeValue(productFields[key], value)

/** The names on the wire of these parts, each with its value as `writeField` writes it. */
export function writeWire(parts: OnWire<ProductParts>): [string, string][] {
  const told = Object.entries(fromWire(parts)) as [FieldKey, FieldValue][]
  return told.map(([key, value]) => [wireKey(key), writeField(key, value)])
}

export function titleOf(key: FieldKey): string {
  const { title, label }: ProductField = productFields[key]
  return title ?? label
}

/** Further titles that a file may have for a column, in lower case, letters and digits only, between spaces. */
export const otherTitles: Readonly<Record<Exclude<FieldKey, 'attributes'>, string>> = {
  category: 'rubro tipo seccion category type',
  name: 'titulo producto articulo name title product',
  description: 'detalle texto descripcionlarga description desc details body',
  priceCents: 'preciofinal preciodeventa importe valor monto price amount',
  vatRate: 'alicuota alicuotaiva tasaiva vat vatrate taxrate',
  internalTaxRate: 'impuestointerno internos internaltax internaltaxrate',
  stock: 'unidades cantidad existencias disponible quantity qty units inventory',
  imageUrl: 'foto urldelaimagen urlimagen imagenprincipal image imageurl picture photo imagesrc',
  pictures: 'imagenes fotos images pictures photos gallery',
  specs: 'caracteristicas especificaciones fichatecnica atributos specs specifications attributes features',
  brand: 'fabricante brand manufacturer vendor',
  sku: 'codigosku codigointerno variantsku',
  mpn: 'numerodeparte parte partnumber numerodepartempn modelo model',
  ean: 'codigodebarras barras gtin upc barcode codigodebarrasean',
  guaranteeMonths: 'garantia mesesdegarantia warranty',
  guaranteeBy: 'garantiapor quienrespondeporlagarantia warrantyby',
  weightGrams: 'pesog gramos pesogramos pesoconcajag grams variantgrams',
  size: 'dimensiones medidasdelacaja dimensions size',
  isActive: 'estado publicado habilitado visible active isactive enabled status published',
}

export type FileColumn = 'id' | WireKey
const first: readonly FieldKey[] = ['name', 'category', 'priceCents', 'stock', 'isActive']
/** Attributes have a column each. */
export const fileKeys = [...new Set([...first, ...fieldKeys])].filter((key) => key !== 'attributes')

/** Names of what a file's row holds; attributes have columns of their own. */
export const fileColumns = Object.fromEntries([
  ['id', 'ID'],
  ...[...fileKeys, 'attributes' as const].map((key) => [wireKey(key), titleOf(key)]),
]) as Readonly<Record<FileColumn, string>>
export const fileColumnNames = (Object.keys(fileColumns) as FileColumn[]).filter((column) => column !== 'attributes')
