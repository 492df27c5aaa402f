// Which calls of the API create something: a caller names such a request, so that it leads to one thing though it is sent twice.

/** Of each the path, with its parameters as `:name`; all are POST. */
export const namedCalls = [
  ...['/api/cart/addproducttocart', '/api/cart/addcartfromlocalstorage', '/api/cart/buyagain'],
  ...['/api/payment/create_preference', '/api/order/:id/refund', '/api/order/withdrawal'],
  ...['/api/product/new', '/api/product/addreviewscore', '/api/users/new', '/api/send-email', '/api/panel/operations'],
  '/api/panel/batches/prices',
] as const

/** The header that carries a request's name, a UUID. */
export const idempotencyKey = 'Idempotency-Key'
