// What a review may hold: one truth for the API and for the form, so it imports nothing.
/** In characters. */
export const longestComment = 2000
/** How many reviews come with a product, newest first, and with each further page of them. */
export const reviewsPerPage = 20
