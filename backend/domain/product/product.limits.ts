export const pageSize = 6
export const largerPages = ['12', '24'] as const
export const sortFields = ['name', 'price', 'rating', 'added'] as const
/** Days for which a lower price counts as an offer. */
export const offerDays = 30
export const shelves = ['newest', 'bestRated'] as const
export const shelfSize = 4
export const directions = ['ascendente', 'descendente'] as const
export const catalogueLimits = { search: 100, category: 80, page: 9_999_999 }
export const leastStars = ['4', '3', '2'] as const
export const facetLimits = { brands: 500, specs: 1000, values: 20 }
export const priceText = /^\d{1,10}(\.\d{1,2})?$/
export const productLimits = { name: 200, imageUrl: 500, price: 1_000_000_000 }
export const attributeLimits = { rows: 60, key: 40, value: 200 }
export const skuText = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/
export const skuRule = 'Solo letras, números y los signos . _ / -, sin espacios.'
export const eanRule = 'El código de barras no es válido: revisá sus números.'

/** 8, 12, 13 or 14 digits of which the last is the check digit. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const digits = Array.from(text, Number).reverse()
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 1 ? 3 * digit : digit), 0)
  return sum % 10 === 0
}

/** In basis points: the general rate, and that of much of informatics. */
export const vatRates = [2100, 1050] as const
/** The provider refuses payments of nothing. */
export const pricedAtNothing = 'El precio tiene que ser mayor que cero.'
export const imageAddress = /^(https:\/\/[^\s]+|\/img\/[\w./-]+)$/

export const specLimits = { rows: 40, name: 80, value: 200 }

export type ProductSpec = { name: string; value: string }
