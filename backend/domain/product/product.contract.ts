// The contract of products: what callers send, and the fields of a product in answers.
import { z } from 'zod'
import { each, idParam, inCents, listQuery, matching, textUpTo } from '#backend/domain/list.contract.ts'
import { keyText } from '#backend/domain/product/schema/schema.limits.ts'
import { type FacetParam, facetParams, type ParamName, paramNames, readParam } from './facets.limits.ts'
import type { FieldKind } from './field-kinds.ts'
import { galleryLimits } from './gallery.limits.ts'
import {
  attributeLimits,
  catalogueLimits,
  directions,
  eanRule,
  imageAddress,
  isEan,
  largerPages,
  pageSize,
  pricedAtNothing,
  priceText,
  productLimits,
  shelves,
  skuRule,
  skuText,
  sortFields,
  specLimits,
} from './product.limits.ts'
import {
  type Defaulted,
  defaultOf,
  type EnteredProduct,
  type FieldKey,
  type FileColumn,
  fieldKeys,
  fileColumnNames,
  fileColumns,
  productFields,
  requiredKeys,
  type WireKey,
  wireKey,
} from './product-fields.ts'

const image = (max: number) => z.string().trim().max(max).regex(imageAddress)
const price = (max: number) => inCents(z.number().positive(pricedAtNothing).max(max))
const specs = z
  .array(z.strictObject({ name: textUpTo(specLimits.name), value: textUpTo(specLimits.value) }))
  .max(specLimits.rows)
  .superRefine((rows, context) => refuseTwice(rows, context))
const pictures = z
  .array(z.strictObject({ url: image(productLimits.imageUrl), alt: z.string().trim().max(galleryLimits.alt) }))
  .min(1)
  .max(galleryLimits.pictures)
  .refine((all) => new Set(all.map(({ url }) => url)).size === all.length, 'Hay una imagen repetida.')

const attributes = z
  .record(z.string().max(attributeLimits.key).regex(keyText), textUpTo(attributeLimits.value).nullable())
  .refine((all) => Object.keys(all).length <= attributeLimits.rows, `Admite hasta ${attributeLimits.rows} propiedades.`)

/** sent: the rules for a value that a caller sends, of at most `max` or `among` those; shown: its shape in answers. */
const kinds: Readonly<
  Record<FieldKind['kind'], { sent(max: number, among?: readonly number[]): z.ZodType; shown: z.ZodType }>
> = {
  text: { sent: textUpTo, shown: z.string() },
  image: { sent: image, shown: z.string() },
  price: { sent: price, shown: z.number() },
  number: { sent: (max) => z.int().min(0).max(max), shown: z.int() },
  rate: { sent: (max, among) => (among ? z.literal([...among]) : z.int().min(0).max(max)), shown: z.int() },
  yesNo: { sent: () => z.boolean(), shown: z.boolean() },
  sku: { sent: (max) => z.string().trim().max(max).regex(skuText, skuRule), shown: z.string() },
  ean: { sent: (max) => z.string().trim().max(max).refine(isEan, eanRule), shown: z.string() },
  attributes: { sent: () => attributes, shown: z.record(z.string(), z.string().nullable()) },
  specs: { sent: () => specs, shown: z.array(z.object({ name: z.string(), value: z.string() })) },
  pictures: { sent: () => pictures, shown: z.array(z.object({ url: z.string(), alt: z.string() })) },
}

function shapeOf(schemaOf: (key: FieldKey) => z.ZodType): Record<string, z.ZodType> {
  const schema = (key: FieldKey) => (defaultOf(key) === null ? schemaOf(key).nullable() : schemaOf(key))
  return Object.fromEntries(fieldKeys.map((key) => [wireKey(key), schema(key)]))
}

type SchemaOf<Key extends FieldKey> = z.ZodType<EnteredProduct[Key], EnteredProduct[Key]>
type Sent = { [Key in FieldKey as WireKey<Key>]: Key extends Defaulted ? z.ZodOptional<SchemaOf<Key>> : SchemaOf<Key> }
type Shown = { [Key in FieldKey as WireKey<Key>]: SchemaOf<Key> }
const sent = shapeOf((key) => {
  const field: FieldKind = productFields[key]
  const rule = kinds[field.kind].sent('max' in field ? field.max : 0, 'among' in field ? field.among : undefined)
  return requiredKeys.includes(key) ? rule : rule.optional()
}) as Sent
export const shownProduct = z.object(shapeOf((key) => kinds[productFields[key].kind].shown) as Shown)

/** Rows as they were shown: they may be older than today's rules. */
const specsSeen = z.array(z.strictObject({ name: z.string(), value: z.string() })).max(1000)
const picturesSeen = z.array(z.strictObject({ url: z.string(), alt: z.string() })).max(1000)

/** A characteristic has one value: two rows of one name would be two answers to one question. */
function refuseTwice(rows: readonly { name: string }[], context: z.core.$RefinementCtx): void {
  if (rows.length > specLimits.rows) return
  const seen = new Set<string>()
  for (const [at, { name }] of rows.entries()) {
    const key = name.toLocaleLowerCase('es')
    if (seen.has(key)) context.addIssue({ code: 'custom', path: [at, 'name'], message: 'Esta característica ya está.' })
    seen.add(key)
  }
}

/** Whatever stands in the pictures, imageUrl is the first. The specification's client sends isActive: a product begins active. */
export const newProduct = z.object({ ...sent, isActive: z.literal(true).optional() })

/** Parts of an answer that the specification's client sends back with the product; the shop does not read them. */
const shownBeside = z.array(z.unknown()).max(100_000).optional()

export const modifiedProduct = newProduct.extend({
  id: z.int().positive(),
  isActive: z.boolean(),
  ...each(['sheet', 'reviewsTexts', 'reviewsScores', 'reviews'], shownBeside),
  ...each(['rating', 'netPrice', 'isNetAlike', 'transferPrice', 'priceFall'], z.unknown().optional()),
  /** The stock that the form was opened with: the stock moves by the difference. */
  stockSeen: sent.stock.optional(),
  /** The product the form was opened with: what the form leaves alone stays as it is by now, what both changed is refused. */
  seen: newProduct
    .omit({ stock: true })
    .extend({
      price: z.number(),
      isActive: z.boolean(),
      specs: specsSeen.optional(),
      pictures: picturesSeen.optional(),
    })
    .optional(),
})

export const fileColumn = z.enum(Object.keys(fileColumns) as [FileColumn, ...FileColumn[]])
const place = z.int().min(0).max(999).optional()
export const columnPlaces = z.object({ columns: z.object(each(fileColumnNames, place)) })

/** A form with one file; what it holds is looked at when it is drawn. */
export const pictureUpload = z.object({ image: z.instanceof(File, { error: 'Elegí una imagen.' }) })

export const searchQuery = listQuery.extend({ name: textUpTo(catalogueLimits.search) })

export const sortCriteria = z.object({ field: z.enum(sortFields), direction: z.enum(directions) })

function paramOf(name: ParamName): z.ZodOptional<z.ZodType<string, string>> {
  const param: FacetParam = facetParams[name]
  const makesSense = (text: string) => readParam(name, text) !== undefined
  if (param.kind === 'price') return matching(priceText).refine(makesSense).optional()
  if (param.kind === 'choice') return z.enum(param.values as [string, ...string[]]).optional()
  return z.string().max(param.most).refine(makesSense, 'El formato no es válido.').optional()
}
const facetQuery = Object.fromEntries(paramNames.map((name) => [name, paramOf(name)])) as Record<
  ParamName,
  ReturnType<typeof paramOf>
>

/** `beside`: of the category of this product, which is shown already. */
export const shelfQuery = z.object({ of: z.enum(shelves), beside: idParam.shape.id.optional() })

export const catalogueQuery = z
  .object({
    q: z.string().trim().max(catalogueLimits.search).optional(),
    category: textUpTo(catalogueLimits.category).optional(),
    ...facetQuery,
    sort: z.enum(sortFields).optional(),
    direction: z.enum(directions).optional(),
    size: z
      .enum(largerPages)
      .optional()
      .transform((size) => Number(size ?? pageSize)),
    page: matching(/^[1-9]\d*$/)
      .refine((page) => Number(page) <= catalogueLimits.page)
      .optional()
      .transform((page = '1') => Number(page)),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || Number(min) <= Number(max), {
    path: ['max'],
    message: 'No puede ser menor que el precio mínimo.',
  })
  .refine(({ attr, category }) => attr === undefined || category !== undefined, {
    path: ['attr'],
    message: 'Las propiedades se eligen dentro de una categoría.',
  })
  .refine(({ spec, category }) => spec === undefined || category !== undefined, {
    path: ['spec'],
    message: 'Las características se eligen dentro de una categoría.',
  })
