// What several screens say. A refused call says what the API's problem says: those sentences stand with its codes.

/** To visitors, where an account is needed. */
export const SIGN_IN_FIRST = '¡Primero debes iniciar sesión!'
export const NO_CONNECTION = 'No pudimos conectarnos con la tienda. Revisá tu conexión.'
/** Where the browser itself says that there is no connection: what is shown comes back by itself. */
export const OFFLINE = 'Esta página necesita conexión. Apenas vuelva, la cargamos.'
/** Where a part of this page is no longer there, because the shop has newer pages. */
export const OUTDATED = 'Hay una versión nueva de la tienda. Cargá la página otra vez para seguir.'
/** After a request for a reset mail, whether the e-mail has an account or not. */
export const RESET_SENT =
  'Mensaje enviado a su correo electrónico, por favor revise su bandeja de entrada para restablecer su contraseña.'
/** For what failed without saying why. */
export const NO_REASON = 'Algo falló de nuestro lado. Probá de nuevo en un momento.'
