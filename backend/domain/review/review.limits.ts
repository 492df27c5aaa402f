// What a review may hold: one truth for the API and for the form, so it imports nothing.
/** In characters. */
export const longestComment = 2000
/** How many reviews come with a product, newest first, and with each further page of them. */
export const reviewsPerPage = 10
/** By score, where they are not asked for newest first. */
export const reviewOrders = ['best', 'worst'] as const
/** Of why a review was deleted, in characters. */
export const longestReviewReason = 500
/** Why reviews are deleted most often; whoever deletes one may write something else. */
export const reviewReasons = [
  'Insultos',
  'Publicidad',
  'Datos personales',
  'No habla del producto',
  'Reseña falsa',
] as const
