// What a review may hold: one truth for the API and for the form, so it imports nothing.
/** In characters. */
export const longestComment = 2000
