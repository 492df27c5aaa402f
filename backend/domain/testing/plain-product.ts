/** For tests: the details that a product need not have. */
export const unsaid = {
  specs: [],
  attributes: {},
  brand: null,
  sku: null,
  mpn: null,
  ean: null,
  guaranteeMonths: null,
  guaranteeBy: null,
  weightGrams: null,
  size: null,
}
