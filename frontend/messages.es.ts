// What the shop says, in Spanish, for each "no" that the API can answer.
const sentences = {
  validation: 'Hay datos para corregir.',
  malformed_json: 'No pudimos leer el pedido. Probá de nuevo.',
  unauthenticated: '¡Primero debes iniciar sesión!',
  user_banned: 'Tu cuenta fue suspendida temporalmente.',
  forbidden: 'No tenés permiso para hacer esto.',
  not_found: 'No encontramos lo que buscás.',
  email_in_use: 'No pudimos crear la cuenta: ese correo ya está registrado.',
  wrong_credentials: 'Correo o contraseña incorrecto',
  too_many_attempts: 'Hubo demasiados intentos. Esperá un momento antes de volver a probar.',
  stale_total: 'El total cambió desde que lo viste.',
  cart_changed: 'Tu carrito cambió desde que lo viste.',
  cart_empty: 'Tu carrito está vacío.',
  out_of_stock: '¡No hay Stock suficiente!',
  payment_unavailable: 'El medio de pago no responde. Tu carrito sigue como estaba: probá de nuevo en un momento.',
  unsupported_media_type: 'No pudimos leer el pedido.',
  foreign_origin: 'Este pedido no vino de la tienda.',
  conflict: 'Alguien cambió esto al mismo tiempo. Volvé a cargar la página.',
  unexpected: 'Algo falló de nuestro lado. Probá de nuevo en un momento.',
  network: 'No pudimos conectarnos con la tienda. Revisá tu conexión.',
} as const

/** Every code that a failed call can carry: the API's own, and `network` when no answer came. */
export type ProblemCode = keyof typeof sentences

/** True for a code that this page knows how to say. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(sentences, code)
}

/** The Spanish sentence for a problem code. */
export function sentenceFor(code: ProblemCode): string {
  return sentences[code]
}
