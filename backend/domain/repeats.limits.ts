// API calls that create something: an Idempotency-Key makes a repeat harmless.

export const namedCalls = [
  ...['/api/cart/addproducttocart', '/api/cart/addcartfromlocalstorage', '/api/cart/buyagain'],
  ...['/api/payment/create_preference', '/api/payment/transfer', '/api/order/:id/refund', '/api/order/withdrawal'],
  ...['/api/product/new', '/api/product/addreviewscore', '/api/users/new', '/api/send-email', '/api/panel/operations'],
  ...['/api/panel/batches/prices', '/api/panel/batches/conversion'],
] as const

export const idempotencyKey = 'Idempotency-Key'
