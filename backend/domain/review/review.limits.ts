export const longestComment = 2000
/** The shop's answer to a review. */
export const longestAnswer = 1000
export const reviewsPerPage = 10
export const reviewOrders = ['best', 'worst'] as const
export const longestReviewReason = 500
export const reviewReasons = [
  'Insultos',
  'Publicidad',
  'Datos personales',
  'No habla del producto',
  'Reseña falsa',
] as const
