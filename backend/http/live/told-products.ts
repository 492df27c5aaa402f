// What was last told of each product that changed of late, so that nothing is told twice, and who comes back is told what they missed.

/** A product as it is sold now; of one that is not sold nothing else is said. */
export type LiveProduct = { id: number; isActive: true; price: number; stock: number } | { id: number; isActive: false }
/** What changed after one position of the log up to another. `refresh`: too much to tell, so that everything has to be asked for anew. */
export type LiveNews = { after: number; position: number; products: LiveProduct[]; refresh?: true | undefined }

/** The products that changed longest ago are forgotten first. */
const maxRemembered = 1000

export class ToldProducts {
  /** By id, the one that changed longest ago first; `position`: of its last change. */
  readonly #products = new Map<number, LiveProduct & { position: number }>()
  /** Every change after this position is remembered. */
  #from = 0

  /** Remembers nothing any more of what was up to a position. */
  forget(upTo: number): void {
    this.#products.clear()
    this.#from = upTo
  }

  /** Remembers products as they are; returns those that were not told so before. */
  add(changed: readonly (LiveProduct & { position: number })[]): LiveProduct[] {
    const news = changed
      .toSorted((one, other) => one.position - other.position)
      .filter((product) => {
        const before = this.#products.get(product.id)
        this.#products.delete(product.id)
        this.#products.set(product.id, product)
        return !before || !isSame(before, product)
      })
    for (const [id, { position }] of this.#products) {
      if (this.#products.size <= maxRemembered) break
      this.#products.delete(id)
      this.#from = position
    }
    return news.map(withoutPosition)
  }

  /** What somebody has to be told who knows the products as they were at `after`, to know them as they were told up to `position`. */
  since(after: number, position: number): LiveNews {
    if (after < this.#from) return { after, position, products: [], refresh: true }
    const missed = [...this.#products.values()].filter((product) => product.position > after)
    return { after, position, products: missed.map(withoutPosition) }
  }
}

function withoutPosition(told: LiveProduct & { position: number }): LiveProduct {
  const { position: _, ...product } = told
  return product
}

function isSame(one: LiveProduct, other: LiveProduct): boolean {
  if (!one.isActive || !other.isActive) return one.isActive === other.isActive
  return one.price === other.price && one.stock === other.stock
}
