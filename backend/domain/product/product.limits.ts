// How the catalogue may be asked: one truth for the API and for the page, so it imports nothing.
export const pageSize = 6
export const sortFields = ['name', 'price'] as const
export const directions = ['ascendente', 'descendente'] as const
/** The most characters of a search and of a category, and the last page that can be asked for. */
export const catalogueLimits = { search: 100, category: 80, page: 9_999_999 }
