// Product answers with reviews, in the shape of the specification's client.
import type { z } from 'zod'
import { netOf, toDecimal } from '#backend/domain/money.ts'
import { guaranteeText } from '#backend/domain/order/guarantee.limits.ts'
import type { PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CatalogueItem, ProductView } from '#backend/domain/product/catalogue.contract.ts'
import { withFirst } from '#backend/domain/product/gallery.limits.ts'
import type { newProduct } from '#backend/domain/product/product.contract.ts'
import { fromWire, toWire, withDefaults } from '#backend/domain/product/product-fields.ts'
import { interpret, type SheetRow, withUnit } from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { ReviewsPage, ReviewView } from '#backend/domain/review/review.contract.ts'
import { reviewsPerPage } from '#backend/domain/review/review.limits.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { listReviews } from '#backend/readmodels/reviews/reviews.queries.ts'
import { findSchemas, type Schemas } from '#backend/readmodels/settings/settings.queries.ts'

/** Reviews per product in lists; screens show none, and a thousand products must fit one answer. */
const reviewsInLists = 5

export async function withReviews(db: Database, items: readonly CatalogueItem[], most = reviewsInLists) {
  const reviews = await listReviews(
    db,
    items.map((item) => item.id),
    { most },
  )
  const schemas = await findSchemas(db)
  return items.map((item) => viewOf(item, reviews.get(item.id) ?? [], schemas))
}

export function viewOf(item: CatalogueItem, reviews: ReviewView[], schemas: Schemas): ProductView {
  return {
    ...item,
    sheet: [...interpret(schemas.get(item.category) ?? [], item).sheet, ...tradeRows(item)],
    reviewsTexts: reviews.map(({ userId, text }) => ({ userId, mensaje: text })),
    reviewsScores: reviews.map(({ userId, score }) => ({ userId, score })),
    reviews,
  }
}

function tradeRows(item: CatalogueItem): SheetRow[] {
  const { guaranteeMonths, mpn, ean, weightGrams: grams, size } = item
  const guarantee =
    guaranteeMonths === null ? null : guaranteeText(item, '', null).replace(/^Garantía (legal )?de /, '')
  const weight = grams === null ? null : grams < 1000 ? withUnit(grams, 'g') : withUnit(grams / 1000, 'kg')
  const codes = { 'Número de parte': mpn, 'Código de barras': ean, 'Peso con caja': weight, 'Medidas de la caja': size }
  const rows: SheetRow[] = Object.entries(codes).map(([name, value]) => ({ key: null, name, value, isCompared: false }))
  return [{ key: null, name: 'Garantía', value: guarantee }, ...rows].filter(({ value }) => value !== null)
}

/** Any state, with the first page of reviews; null if unknown. */
export async function findProductView(db: Database, id: number, settings?: PriceRules): Promise<ProductView | null> {
  const [view] = await withReviews(db, await findProducts(db, [id], settings), reviewsPerPage)
  return view ?? null
}

export type ReviewsPart = { page: number } & Pick<Parameters<typeof listReviews>[2], 'score' | 'order'>

export async function findReviewsPage(
  { rating }: CatalogueItem,
  { page, ...which }: ReviewsPart,
  find: (part: Parameters<typeof listReviews>[2]) => Promise<ReviewView[]>,
): Promise<ReviewsPage> {
  const total = which.score === undefined ? rating.count : (rating.scores[which.score] ?? 0)
  const part = { most: reviewsPerPage, from: (page - 1) * reviewsPerPage, ...which }
  const reviews = part.from < total ? await find(part) : []
  return { reviews, total, page, pageSize: reviewsPerPage, pages: Math.ceil(total / reviewsPerPage) }
}

export function newProductView(id: number, entry: z.infer<typeof newProduct>): ProductView {
  const product = withDefaults(fromWire(entry))
  const gallery = withFirst(product.pictures, product.imageUrl)
  const unrated = { rating: { average: null, count: 0, scores: {} }, reviewsTexts: [], reviewsScores: [], reviews: [] }
  return {
    id,
    ...toWire(product),
    netPrice: toDecimal(netOf(product.priceCents, product)),
    stock: entry.stock,
    pictures: gallery,
    sheet: interpret([], product).sheet,
    ...unrated,
  }
}
