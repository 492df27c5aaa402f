// Texts shared by several screens. Refused calls show the API's own sentences.

export const SIGN_IN_FIRST = '¡Primero debes iniciar sesión!'
export const NO_CONNECTION = 'No pudimos conectarnos con la tienda. Revisá tu conexión.'
/** Shown while the browser is offline; the page recovers by itself. */
export const OFFLINE = 'Esta página necesita conexión. Apenas vuelva, la cargamos.'
/** Shown when a chunk of this page belongs to a replaced release. */
export const OUTDATED = 'Hay una versión nueva de la tienda. Cargá la página otra vez para seguir.'
/** The same whether or not the e-mail has an account. */
export const RESET_SENT =
  'Mensaje enviado a su correo electrónico, por favor revise su bandeja de entrada para restablecer su contraseña.'
export const NO_REASON = 'Algo falló de nuestro lado. Probá de nuevo en un momento.'
