// The one list of a product's fields. Decider, merge, undo, contract, file, form and conflict follow it; stored events do not, so that an old
// event stays as it was written.
import { toCents, toDecimal } from '#backend/domain/money.ts'
import {
  type FieldKind,
  type FieldValue,
  isSameValue,
  type Reading,
  readValue,
  type ValueOf,
  writeValue,
} from './field-kinds.ts'
import { catalogueLimits, productLimits } from './product.limits.ts'

/**
 * label: in forms. title: of the column in a file, where it is not the label; alike: other titles that a file may have for it, in lower case,
 * letters and digits only. default: of a product added without it; a field that has none is required, and one whose default is null may be
 * unknown.
 */
export type ProductField = FieldKind & {
  readonly label: string
  readonly title?: string
  readonly alike: readonly string[]
  readonly default?: null | boolean | readonly []
}

/** In the order of the form. */
export const productFields = {
  category: {
    kind: 'text',
    max: catalogueLimits.category,
    label: 'Categoría',
    alike: ['rubro', 'tipo', 'seccion', 'category', 'type'],
  },
  name: {
    kind: 'text',
    max: productLimits.name,
    label: 'Nombre',
    alike: ['titulo', 'producto', 'articulo', 'name', 'title', 'product'],
  },
  description: {
    kind: 'text',
    max: productLimits.description,
    isLong: true,
    label: 'Descripción',
    alike: ['detalle', 'texto', 'descripcionlarga', 'description', 'desc', 'details', 'body'],
  },
  priceCents: {
    kind: 'price',
    max: productLimits.price,
    label: 'Precio',
    alike: ['preciofinal', 'preciodeventa', 'importe', 'valor', 'monto', 'price', 'amount', 'cost'],
  },
  /** Units that can be sold. They are another aggregate's. */
  stock: {
    kind: 'number',
    max: productLimits.stock,
    unit: 'unidades',
    label: 'Stock',
    alike: ['unidades', 'cantidad', 'existencias', 'disponible', 'quantity', 'qty', 'units', 'inventory'],
  },
  /** The first of the pictures. */
  imageUrl: {
    kind: 'image',
    max: productLimits.imageUrl,
    label: 'URL de la imagen',
    title: 'Imagen',
    alike: [
      'foto',
      'urldelaimagen',
      'urlimagen',
      'imagenprincipal',
      'image',
      'imageurl',
      'picture',
      'photo',
      'imagesrc',
    ],
  },
  pictures: {
    kind: 'pictures',
    label: 'Imágenes',
    title: 'Galería',
    alike: ['imagenes', 'fotos', 'images', 'pictures', 'photos', 'gallery'],
    default: [],
  },
  specs: {
    kind: 'specs',
    label: 'Ficha técnica',
    title: 'Ficha',
    alike: [
      ...['caracteristicas', 'especificaciones', 'fichatecnica', 'atributos'],
      ...['specs', 'specifications', 'attributes', 'features'],
    ],
    default: [],
  },
  isActive: {
    kind: 'yesNo',
    label: 'Activo',
    alike: ['estado', 'publicado', 'habilitado', 'visible', 'active', 'isactive', 'enabled', 'status', 'published'],
    default: true,
  },
} as const satisfies Record<string, ProductField>

type Fields = typeof productFields
export type FieldKey = keyof Fields
export const fieldKeys = Object.keys(productFields) as FieldKey[]
type Unknown<Field> = Field extends { default: null } ? null : never

/** All that an admin enters about a product, and a file says. */
export type EnteredProduct = { [Key in FieldKey]: ValueOf[Fields[Key]['kind']] | Unknown<Fields[Key]> }
/** Some of it; what is undefined is not said. */
export type ProductParts = { [Key in FieldKey]?: EnteredProduct[Key] | undefined }

/** What a product is; its stock is another aggregate. */
export type ProductFields = Omit<EnteredProduct, 'stock'>
type OwnKey = keyof ProductFields
export const ownKeys = fieldKeys.filter((key) => key !== 'stock')
export type Defaulted = { [Key in OwnKey]: Fields[Key] extends { default: unknown } ? Key : never }[OwnKey]
/** Without a field that has a default, a new product gets that, and a known one stays as it is. */
export type ProductForm = Omit<ProductFields, Defaulted> & { [Key in Defaulted]?: ProductFields[Key] | undefined }

/** Fields that have events of their own; ProductDetailsChanged holds all others. */
const apartKeys = ['priceCents', 'isActive', 'pictures'] as const
type ApartKey = (typeof apartKeys)[number]
export const detailKeys = ownKeys.filter((key) => !apartKeys.some((apart) => apart === key))
export type ProductDetails = Omit<ProductFields, ApartKey>
export type DetailsForm = Omit<ProductForm, ApartKey>

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

/** The fields in which two products, or parts of them, differ. */
export function differingKeys<Key extends FieldKey>(
  keys: readonly Key[],
  one: ProductParts,
  other: ProductParts,
): Key[] {
  return keys.filter((key) => !isSameValue(one[key], other[key]))
}

/** Over the wire and in a file a price is a decimal number. */
export type WireKey<Key extends FieldKey = FieldKey> = Key extends 'priceCents' ? 'price' : Key
export type OnWire<Parts> = { [Key in keyof Parts as Key extends FieldKey ? WireKey<Key> : never]: Parts[Key] }
type FromWire<Parts> = {
  [Key in keyof Parts as Key extends 'price' ? 'priceCents' : Key extends FieldKey ? Key : never]: Parts[Key]
}

export const wireKey = (key: FieldKey): WireKey => (key === 'priceCents' ? 'price' : key)

export function toWire<Parts extends ProductParts>({ priceCents, ...parts }: Parts): OnWire<Parts> {
  return { ...parts, ...(priceCents !== undefined && { price: toDecimal(priceCents) }) } as unknown as OnWire<Parts>
}

/** What else the object holds is left out. */
export function fromWire<Parts extends OnWire<ProductParts>>(parts: Parts): FromWire<Parts> {
  const { price } = parts
  const said = fieldKeys.filter((key) => key in parts).map((key) => [key, parts[key as keyof Parts]])
  return Object.fromEntries(
    price === undefined ? said : [...said, ['priceCents', toCents(price) ?? 0]],
  ) as FromWire<Parts>
}

/** Reads a text of a form or a file; it is trimmed and not empty. */
export const readField = (key: FieldKey, text: string): Reading => readValue(productFields[key], text)
/** The text that readField reads as this value; empty for an unknown one. */
export const writeField = (key: FieldKey, value: FieldValue): string => writeValue(productFields[key], value)

/** The name of a field outside of forms. */
export function titleOf(key: FieldKey): string {
  const { title, label }: ProductField = productFields[key]
  return title ?? label
}

export type FileColumn = 'id' | WireKey
const first: readonly FieldKey[] = ['name', 'category', 'priceCents', 'stock', 'isActive']
/** In the order of the columns, of which the first is the id. */
export const fileKeys = [...new Set([...first, ...fieldKeys])]

export const fileColumns = Object.fromEntries([
  ['id', 'ID'],
  ...fileKeys.map((key) => [wireKey(key), titleOf(key)]),
]) as Readonly<Record<FileColumn, string>>
export const fileColumnNames = Object.keys(fileColumns) as FileColumn[]
