// What a line of a cart may hold: one truth for the API and for the box of the page, so it imports nothing.
/** Most units of one line. */
export const maxQuantity = 1_000_000
