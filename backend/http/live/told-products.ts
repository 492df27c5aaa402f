// What was last told of each product that changed of late, so that nothing is told twice, and who comes back is told what they missed.

/** A product as it is sold now; of one that is not sold nothing else is said. */
export type LiveProduct = { id: number; isActive: true; price: number; stock: number } | { id: number; isActive: false }
/** What changed after one position of the log up to another. `refresh`: too much to tell, so that everything has to be asked for anew. */
export type LiveNews = { after: number; position: number; products: LiveProduct[]; refresh?: true | undefined }

/** The products that changed longest ago are forgotten first. */
const maxRemembered = 1000

type Told = LiveProduct & { position: number; comers: number }

export class ToldProducts {
  /** By id, the one that changed longest ago first; `position`: of its last change; `comers`: how many had come when it was told. */
  readonly #products = new Map<number, Told>()
  /** How many listeners came so far. */
  #comers = 0
  /** Every change after this position is remembered. */
  #from = 0

  /** Remembers nothing any more of what was up to a position. */
  forget(upTo: number): void {
    this.#products.clear()
    this.#from = upTo
  }

  /** Somebody is told from here on. */
  noteComer(): void {
    this.#comers++
  }

  /**
   * Remembers products as they are; returns those that were not told so before to all who listen. A row may be read before its change is looked
   * at: who comes in between knows the product as it was, and was not told.
   */
  add(changed: readonly (LiveProduct & { position: number })[]): LiveProduct[] {
    const news = changed
      .toSorted((one, other) => one.position - other.position)
      .filter((product) => {
        const before = this.#products.get(product.id)
        this.#products.delete(product.id)
        this.#products.set(product.id, { ...product, comers: this.#comers })
        return before?.comers !== this.#comers || !isSame(before, product)
      })
    for (const [id, { position }] of this.#products) {
      if (this.#products.size <= maxRemembered) break
      this.#products.delete(id)
      this.#from = position
    }
    return news.map(asNews)
  }

  /** What somebody has to be told who knows the products as they were at `after`, to know them as they were told up to `position`. */
  since(after: number, position: number): LiveNews {
    if (after < this.#from) return { after, position, products: [], refresh: true }
    const missed = [...this.#products.values()].filter((product) => product.position > after)
    return { after, position, products: missed.map(asNews) }
  }
}

function asNews({ id, ...told }: LiveProduct): LiveProduct {
  return told.isActive ? { id, isActive: true, price: told.price, stock: told.stock } : { id, isActive: false }
}

function isSame(one: LiveProduct, other: LiveProduct): boolean {
  if (!one.isActive || !other.isActive) return one.isActive === other.isActive
  return one.price === other.price && one.stock === other.stock
}
