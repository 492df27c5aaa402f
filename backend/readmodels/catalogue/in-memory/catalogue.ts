import { firstPriceRules, type PriceRules } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { CatalogueItem, Offer, PopularCategory, ShelfItem } from '#backend/domain/product/catalogue.contract.ts'
import { offerDays, shelfSize, type shelves } from '#backend/domain/product/product.limits.ts'
import { interpret, missingIn } from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { ReadRow } from '#backend/readmodels/database.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'
import { readSynonyms, type Synonyms } from '#backend/readmodels/synonyms/synonyms.ts'
import { clearBit, eachBit, intersect } from './bits.ts'
import { InMemoryProducts } from './products.ts'

const offersShown = 8
const categoriesShown = 6
const offerMs = offerDays * 86_400_000

export class InMemoryCatalogue {
  readonly products: InMemoryProducts
  readonly settings: PriceRules
  readonly schemas: Schemas
  synonymsOf: Synonyms = readSynonyms([])

  /** Other settings or schemas need another catalogue. */
  constructor(settings: PriceRules = firstPriceRules, schemas: Schemas = new Map()) {
    this.settings = settings
    this.schemas = schemas
    this.products = new InMemoryProducts(settings, schemas)
  }

  /** Stores current rows. Returns false if lists stay as they were, but for these products' cards. */
  put(rows: readonly ReadRow<'catalogue'>[]): boolean {
    return rows.filter((row) => this.products.put(row)).length > 0
  }

  /** One line per meaning. */
  setSynonyms(lines: readonly string[]): void {
    this.synonymsOf = readSynonyms(lines)
  }

  incompleteIds(): number[] {
    const ids: number[] = []
    eachBit(this.products.state('incomplete'), (index) => ids.push(this.products.ids.keys[index] ?? 0))
    return ids
  }

  /** Labels of required attributes without a known value. */
  missingOf(product: CatalogueItem): string[] {
    const schema = this.schemas.get(product.category) ?? []
    return missingIn(schema, interpret(schema, product)).map(({ label }) => label)
  }

  /** Products in stock, newest or best rated first; with `beside`, others of the same category. */
  shelf(of: (typeof shelves)[number], beside?: number): ShelfItem[] {
    const { products } = this
    const index = beside === undefined ? undefined : products.indexOf(beside)
    if (beside !== undefined && index === undefined) return []
    const fitting = products.state('shown')
    if (index !== undefined) {
      intersect(fitting, products.categories.having([products.item(index).category], products.size))
      clearBit(fitting, index)
    }
    const order = of === 'newest' ? products.orders.added : products.orders.rating
    return order.page(fitting, 0, shelfSize, true).map((chosen) => {
      const { id, name, imageUrl, price, netPrice, transferPrice, isNetAlike, rating } = products.item(chosen)
      const more = { ...(transferPrice !== undefined && { transferPrice }), ...(isNetAlike && { isNetAlike }) }
      return { id, name, imageUrl, price, netPrice, ...more, rating: { average: rating.average, count: rating.count } }
    })
  }

  /** Products in stock that became cheaper less than `offerDays` ago, greatest reduction first; and when the first of them ends. */
  offers(now: Date): { offers: Offer[]; until: number } {
    const { products } = this
    const fitting = products.state('shown')
    products.fellAt.keys.forEach((fellAt, index) => {
      if (!(fellAt >= now.getTime() - offerMs)) clearBit(fitting, index)
    })
    const indexes = products.orders.fall.page(fitting, 0, offersShown)
    const offers = indexes.flatMap((index) => {
      const item = products.item(index)
      if (!item.priceFall) return []
      const { previousPrice, since } = item.priceFall
      return [{ ...item, previousPrice, since }]
    })
    return { offers, until: Math.min(...indexes.map((index) => (products.fellAt.keys[index] ?? 0) + offerMs)) }
  }

  /** Categories with the most reviews of products in stock, each with the id and picture of its best rated product. */
  popular(): (PopularCategory & { id: number })[] {
    const { products } = this
    const shown = products.state('shown')
    return products.categories
      .countIn(shown)
      .map(({ name, count }) => {
        const fitting = products.categories.having([name], products.size)
        intersect(fitting, shown)
        let reviews = 0
        eachBit(fitting, (index) => {
          reviews += products.reviews.keys[index] ?? 0
        })
        const [best = 0] = products.orders.rating.page(fitting, 0, 1, true)
        return { name, count, reviews, best }
      })
      .toSorted(
        (one, other) => other.reviews - one.reviews || other.count - one.count || (one.name < other.name ? -1 : 1),
      )
      .slice(0, categoriesShown)
      .map(({ name, count, best }) => {
        const { id, imageUrl } = products.item(best)
        return { id, category: name, imageUrl, count }
      })
  }
}
