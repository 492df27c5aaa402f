// Recently published products, so that nothing is sent twice and returning listeners get what they missed.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

const id = z.int().positive()
const liveProduct = z.union([
  z.object({
    id,
    isActive: z.literal(true),
    price: z.number(),
    netPrice: z.number(),
    transferPrice: z.number().exactOptional(),
    stock: z.int(),
  }),
  z.object({ id, isActive: z.literal(false) }),
])
export type LiveProduct = z.output<typeof liveProduct>
/** Changes after one position up to another. `refresh`: too many changes; refetch everything. */
export const liveNews = z.object({
  after: z.int(),
  position: z.int(),
  products: z.array(liveProduct),
  refresh: z.literal(true).optional(),
})
export type LiveNews = z.output<typeof liveNews>

const maxRemembered = 1000

type Published = { product: LiveProduct; position: number; comers: number }

export class PublishedProducts {
  readonly #products = new Map<number, Published>()
  #comers = 0
  #from = 0

  forget(upTo: number): void {
    this.#products.clear()
    this.#from = upTo
  }

  noteComer(): void {
    this.#comers++
  }

  /**
   * Returns the products not yet published in this state to all current listeners. A row may be read before its
   * event; listeners who join in between know the older state.
   */
  add(changed: readonly (LiveProduct & { position: number })[]): LiveProduct[] {
    const news: LiveProduct[] = []
    for (const { position, ...product } of changed) {
      const before = this.#products.get(product.id)
      this.#products.delete(product.id)
      this.#products.set(product.id, { product, position, comers: this.#comers })
      if (before?.comers !== this.#comers || !isDeepStrictEqual(before.product, product)) news.push(product)
    }
    for (const [id, { position }] of this.#products) {
      if (this.#products.size <= maxRemembered) break
      this.#products.delete(id)
      // Products are in the order of their telling, which a late row may tell after a later position.
      this.#from = Math.max(this.#from, position)
    }
    return news
  }

  /** The changes from the state at `after` to the published state at `position`. */
  since(after: number, position: number): LiveNews {
    if (after < this.#from) return { after, position, products: [], refresh: true }
    const missed = [...this.#products.values()].filter((one) => one.position > after)
    return { after, position, products: missed.map(({ product }) => product) }
  }
}
