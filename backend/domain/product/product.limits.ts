// How the catalogue may be asked, and what a product may be: one truth for the API and for the page, so it imports nothing.
export const pageSize = 6
/** How many products a page may have besides. */
export const largerPages = ['12', '24'] as const
/** added: when the shop took it in. */
export const sortFields = ['name', 'price', 'rating', 'added'] as const
/** How long a lower price counts as an offer. */
export const offerDays = 30
/** Small lists beside what a page is about, and how many products each shows: as many as fill a row of a wide screen. */
export const shelves = ['newest', 'bestRated'] as const
export const shelfSize = 4
export const directions = ['ascendente', 'descendente'] as const
/** The most characters of a search and of a category, and the last page that can be asked for. */
export const catalogueLimits = { search: 100, category: 80, page: 9_999_999 }
/** The fewest stars on average that can be asked for. */
export const leastStars = ['4', '3', '2'] as const
/** The most characters of the brands and of the properties that are asked for together, and the most of either. */
export const facetLimits = { brands: 500, specs: 1000, values: 20 }
/** A price in an address: whole units, or with two decimals at most. */
export const priceText = /^\d{1,10}(\.\d{1,2})?$/
/** The most characters of a product's texts, its highest price in the shop's currency, and the most units. */
export const productLimits = { name: 200, description: 4000, imageUrl: 500, price: 1_000_000_000, stock: 1_000_000 }
/** Said at every door: of nothing there is nothing to pay, and the provider takes no payment of it. */
export const pricedAtNothing = 'El precio tiene que ser mayor que cero.'
/** A picture's address: a secure one, or one of the shop's own. */
export const imageAddress = /^(https:\/\/[^\s]+|\/img\/[\w./-]+)$/

/** The most rows of a spec sheet, and the most characters of either side. */
export const specLimits = { rows: 40, name: 80, value: 200 }

/** A row of a spec sheet. */
export type ProductSpec = { name: string; value: string }
