import { z } from 'zod'
import { panelPage } from '#backend/domain/list.contract.ts'
import { reviewAnswer } from '#backend/domain/review/review.contract.ts'
import { shownProduct } from './product.contract.ts'

/** `stock`: on hand minus held. `pictures`: at least one; where alt is empty, the name says what it shows. */
const catalogueItem = shownProduct.extend({
  id: z.int().positive(),
  /** The price without national taxes. */
  netPrice: z.number(),
  /** With the discount for a bank transfer, if the shop offers one. */
  transferPrice: z.number().exactOptional(),
  /** The shop shows both in one size. */
  isNetAlike: z.literal(true).exactOptional(),
  /** `scores` counts reviews by score, 1 to 5. */
  rating: z.object({ average: z.number().nullable(), count: z.int(), scores: z.record(z.string(), z.int()) }),
  /** The lowest price of the thirty days before an announced reduction, and its time; a new product has no percentage. */
  priceFall: z.object({ previousPrice: z.number(), since: z.iso.datetime(), hasPercent: z.boolean() }).exactOptional(),
})
export type CatalogueItem = z.output<typeof catalogueItem>

const count = z.int()
const popularCategory = z.object({ category: z.string(), imageUrl: z.string(), count })
export type PopularCategory = z.output<typeof popularCategory>
const counted = z.array(z.object({ name: z.string(), count }))
export const catalogueAnswer = z.object({
  items: z.array(catalogueItem),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
  pages: z.int(),
  facets: z.object({
    categories: counted,
    brands: counted,
    ratings: z.array(z.object({ stars: z.int(), count })),
    prices: z.object({ min: z.number(), max: z.number() }).nullable(),
    stock: z.object({ available: z.int(), soldOut: z.int() }),
    /** Attributes of the category's schema; `isOneOf`: a choice replaces the previous one; `unknown`: products without value. */
    attributes: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        isOneOf: z.boolean(),
        unknown: count,
        options: z.array(z.object({ value: z.string(), label: z.string(), count })),
      }),
    ),
    /** For a category without schema. */
    specs: z.array(z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count })) })),
  }),
  soldOut: z.object({ total: z.int(), items: z.array(z.object({ id: z.int(), name: z.string() })) }),
  ledTo: z.string().nullable(),
  /** Filled if a search finds nothing. */
  popular: z.array(popularCategory),
})
export type CataloguePage = z.output<typeof catalogueAnswer>

const shelfItem = catalogueItem
  .pick({ id: true, name: true, imageUrl: true, price: true, netPrice: true, transferPrice: true, isNetAlike: true })
  .extend({ rating: z.object({ average: z.number().nullable(), count: z.int() }) })
export type ShelfItem = z.output<typeof shelfItem>
export const shelfAnswer = z.array(shelfItem)

/** `previousPrice` and `since` stand in priceFall, too. */
const offer = catalogueItem.extend({ previousPrice: z.number(), since: z.iso.datetime() })
export type Offer = z.output<typeof offer>
export const offersAnswer = z.array(offer)

/** `reviewsTexts` and `reviewsScores` say what the newest reviews say; `rating.count` counts all. */
const sheetRow = z.object({
  key: z.string().nullable(),
  name: z.string(),
  value: z.string().nullable(),
  isCompared: z.literal(false).exactOptional(),
})

export const productAnswer = catalogueItem.extend({
  /** The spec sheet as its category's schema reads it, then free rows (`key` null); `value` null: not known. */
  sheet: z.array(sheetRow),
  reviewsTexts: z.array(z.object({ userId: z.int().positive(), mensaje: z.string() })),
  reviewsScores: z.array(z.object({ userId: z.int().positive(), score: z.int() })),
  reviews: z.array(reviewAnswer),
})
export type ProductView = z.output<typeof productAnswer>
/** `cftea`: the yearly cost of financing, such as '112,36%'. */
const instalmentPlan = z.object({
  brand: z.string(),
  count: z.int(),
  amount: z.number(),
  total: z.number(),
  cftea: z.string(),
  isInterestFree: z.boolean(),
})
export const instalmentsAnswer = z.object({ price: z.number(), plans: z.array(instalmentPlan) })
export type InstalmentsView = z.output<typeof instalmentsAnswer>
/** Oldest first, each from its time on; null: not on sale. */
export const priceHistoryAnswer = z.object({
  currency: z.string(),
  points: z.array(z.object({ at: z.iso.datetime(), price: z.number().nullable(), netPrice: z.number().nullable() })),
})
export type PriceHistoryView = z.output<typeof priceHistoryAnswer>
export const productsAnswer = z.array(productAnswer)
export const changedProductAnswer = z.object({ product: productAnswer, msg: z.string() })
export const categoriesAnswer = z.array(z.object({ category: z.string() }))
export const panelReviewedAnswer = panelPage(catalogueItem)
/** `missing`: labels of required attributes without a known value. */
export const panelProductsAnswer = panelPage(catalogueItem.extend({ missing: z.array(z.string()) }))
