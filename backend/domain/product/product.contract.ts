// What may come over the wire about products.
import { z } from 'zod'
import { listQuery } from '#backend/domain/list.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import { splitBrands, splitSpecs } from './facet-text.limits.ts'
import { galleryLimits } from './gallery.limits.ts'
import {
  catalogueLimits,
  directions,
  facetLimits,
  imageAddress,
  largerPages,
  leastStars,
  pricedAtNothing,
  priceText,
  productLimits,
  shelves,
  sortFields,
  specLimits,
} from './product.limits.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const imageUrl = z.string().trim().max(productLimits.imageUrl).regex(imageAddress)
const price = z
  .number()
  .positive(pricedAtNothing)
  .max(productLimits.price)
  .refine((decimal) => toCents(decimal) !== null, 'Admite hasta dos decimales.')
const stock = z.int().min(0).max(productLimits.stock)
const specs = z
  .array(z.strictObject({ name: text(specLimits.name), value: text(specLimits.value) }))
  .max(specLimits.rows)
  .superRefine((rows, context) => refuseTwice(rows, context))
const pictures = z
  .array(z.strictObject({ url: imageUrl, alt: z.string().trim().max(galleryLimits.alt) }))
  .min(1)
  .max(galleryLimits.pictures)
  .refine((all) => new Set(all.map(({ url }) => url)).size === all.length, 'Hay una imagen repetida.')

/** As they were shown, whatever the rules were when they were written. */
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

/** A positive integer id in a path. */
export const idParam = z.object({ id: z.string().regex(/^[1-9]\d{0,14}$/) })

export const newProduct = z.object({
  category: text(catalogueLimits.category),
  name: text(productLimits.name),
  description: text(productLimits.description),
  price,
  imageUrl,
  stock,
  specs: specs.optional(),
  /** In their order; whatever stands here, imageUrl is the first. */
  pictures: pictures.optional(),
  /** Sent by the specification's client: a product begins active. */
  isActive: z.literal(true).optional(),
})

/** What a product is shown with beside its own fields: the specification's client sends it back whole, and nothing of this is read. */
const shownBeside = z.array(z.unknown()).max(100_000).optional()

export const modifiedProduct = newProduct.extend({
  id: z.int().positive(),
  isActive: z.boolean(),
  reviewsTexts: shownBeside,
  reviewsScores: shownBeside,
  reviews: shownBeside,
  rating: z.unknown().optional(),
  priceFall: z.unknown().optional(),
  /** The stock the form was opened with: the stock moves by the difference. */
  stockSeen: stock.optional(),
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

/** A form with one file; what it holds is looked at when it is drawn. */
export const productPicture = z.object({ image: z.instanceof(File, { error: 'Elegí una imagen.' }) })

export const searchQuery = listQuery.extend({ name: z.string().trim().min(1).max(catalogueLimits.search) })

export const sortCriteria = z.object({ field: z.enum(sortFields), direction: z.enum(directions) })

const pricesAsked = z
  .string()
  .regex(priceText)
  .refine((price) => Number(price) <= productLimits.price)
  .optional()
/** A list as one text, of which `split` returns null if it is none. */
const joined = (most: number, split: (text: string) => unknown[] | null) =>
  z
    .string()
    .max(most)
    .refine((text) => {
      const values = split(text)
      return values !== null && values.length <= facetLimits.values
    }, 'El formato no es válido.')
    .optional()

/** `beside`: of the category of this product, which is shown already. */
export const shelfQuery = z.object({
  of: z.enum(shelves),
  beside: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional(),
})

export const catalogueQuery = z
  .object({
    q: z.string().trim().max(catalogueLimits.search).optional(),
    category: text(catalogueLimits.category).optional(),
    min: pricesAsked,
    max: pricesAsked,
    brand: joined(facetLimits.brands, splitBrands),
    rating: z.enum(leastStars).optional(),
    spec: joined(facetLimits.specs, splitSpecs),
    stock: z.enum(['todos']).optional(),
    sort: z.enum(sortFields).optional(),
    direction: z.enum(directions).optional(),
    size: z.enum(largerPages).optional(),
    page: z
      .string()
      .regex(/^[1-9]\d*$/)
      .refine((page) => Number(page) <= catalogueLimits.page)
      .optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || Number(min) <= Number(max), {
    path: ['max'],
    message: 'No puede ser menor que el precio mínimo.',
  })
  .refine(({ spec, category }) => spec === undefined || category !== undefined, {
    path: ['spec'],
    message: 'Las características se eligen dentro de una categoría.',
  })
