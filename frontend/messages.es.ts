// What the shop says, in Spanish, for each "no" that the API can answer.
import type { ProblemCode as ApiProblemCode } from '#backend/http/middleware/problems.ts'

/** Every code that a failed call can carry: the API's own, and `network` when no answer came. */
export type ProblemCode = ApiProblemCode | 'network'

const sentences = {
  validation: 'Hay datos que no son válidos.',
  malformed_json: 'No pudimos leer el pedido. Prueba de nuevo.',
  unauthenticated: '¡Primero debes iniciar sesión!',
  user_banned: 'Tu cuenta fue suspendida temporalmente.',
  user_erased: 'Esta cuenta fue eliminada.',
  last_admin: 'La tienda quedaría sin administración: antes debe haber otra cuenta con ese rol.',
  forbidden: 'No tienes permiso para hacer esto.',
  not_found: 'No encontramos lo que buscas.',
  unknown_path: 'No encontramos lo que buscas.',
  method_not_allowed: 'La tienda no puede hacer esto.',
  email_in_use: 'No pudimos crear la cuenta: ese correo ya está registrado.',
  wrong_credentials: 'Correo o contraseña incorrecto',
  too_many_attempts: 'Hubo demasiados intentos. Espera un momento antes de volver a probar.',
  stale_total: 'El total cambió desde que lo viste.',
  cart_changed: 'Tu carrito cambió desde que lo viste.',
  cart_empty: 'Tu carrito está vacío.',
  order_not_open: 'La orden ya no se puede modificar.',
  out_of_stock: '¡No hay Stock suficiente!',
  below_held_stock: 'Hay unidades apartadas en compras en curso: el stock no puede quedar por debajo.',
  payment_unavailable: 'El medio de pago no responde. Tu carrito sigue como estaba: prueba de nuevo en un momento.',
  unsupported_media_type: 'No pudimos leer el pedido.',
  too_large: 'Lo que enviaste es demasiado grande.',
  foreign_origin: 'Este pedido no vino de la tienda.',
  bad_signature: 'La firma no es válida.',
  conflict: 'El cambio ya no es posible. Vuelve a cargar la página.',
  overloaded: 'La tienda está muy ocupada. Prueba de nuevo en un momento.',
  unavailable: 'La tienda no está disponible por un momento. Prueba de nuevo.',
  unexpected: 'Algo falló de nuestro lado. Prueba de nuevo en un momento.',
  network: 'No pudimos conectarnos con la tienda. Revisa tu conexión.',
} satisfies Record<ProblemCode, string>

/** True for a code that this page knows how to say. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(sentences, code)
}

/** The Spanish sentence for a problem code. */
export function sentenceFor(code: ProblemCode): string {
  return sentences[code]
}
