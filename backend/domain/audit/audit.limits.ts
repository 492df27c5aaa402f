// What the audit can be asked for: one truth for the API and for the page, so it imports nothing.

/** Groups of events, with their Spanish names. */
export const auditKinds = {
  account: 'Cuentas',
  ban: 'Suspensiones',
  role: 'Roles',
  password: 'Contraseñas',
  privacy: 'Datos personales',
  product: 'Productos',
  price: 'Precios',
  stock: 'Stock',
  cart: 'Carritos',
  order: 'Órdenes',
  payment: 'Pagos',
  refund: 'Reembolsos',
  review: 'Reseñas',
  system: 'Sistema',
} as const
export type AuditKind = keyof typeof auditKinds

/** What has a page of its own, with its Spanish name; a product's stock has its own history, which grows with every sale. */
export const auditEntities = {
  user: 'Cuenta',
  product: 'Producto',
  stock: 'Stock del producto',
  order: 'Orden',
  payment: 'Pagos de la orden',
  unmatched: 'Pago sin orden',
  cart: 'Carrito de la cuenta',
  review: 'Reseña',
} as const
export type AuditEntity = keyof typeof auditEntities

/** Who or what acts besides accounts, with its Spanish name. */
export const auditActors = {
  visitor: 'Visitante',
  operator: 'Operador',
  provider: 'Mercado Pago',
  demo: 'Demostración',
  'job:expire-order': 'Tarea: vencer una orden',
  'job:learn-payment': 'Tarea: consultar un pago',
  'job:refund-part': 'Tarea: devolver una parte',
  'job:refund-payment': 'Tarea: devolver un pago',
  'job:refund-unmatched': 'Tarea: devolver un pago sin orden',
  'job:close-checkout': 'Tarea: cerrar un pago sin terminar',
  'job:reconcile-payments': 'Tarea: conciliar pagos',
  'job:reconcile-refunds': 'Tarea: conciliar lo que cambió en el proveedor',
  'job:publish-log-head': 'Tarea: enviar la suma del registro',
  'job:send-receipt': 'Tarea: enviar un recibo',
  'job:send-order-mail': 'Tarea: avisar de una orden por correo',
  'job:send-account-mail': 'Tarea: avisar por correo',
  'job:request-password-reset': 'Tarea: pedir una contraseña nueva',
  'job:forget-person': 'Tarea: olvidar a una persona',
  'job:run-operation': 'Tarea: operación del panel',
  'job:run-batch': 'Tarea: cambiar muchos productos',
} as const

/** `order-9`, or `review-3:7`: the product and the account. */
export const entityPattern =
  /^(?:(?:user|product|stock|order|payment|cart|unmatched)-[1-9]\d{0,11}|review-[1-9]\d{0,11}:[1-9]\d{0,13})$/
/** `product-3` or `user-7`: whose reviews. */
export const reviewerPattern = /^(?:user|product)-[1-9]\d{0,11}$/
/** Who acts: `user:7`, or a name of auditActors. */
export const actorPattern = /^(?:user:[1-9]\d{0,11}|visitor|operator|provider|demo|job:[a-z-]{1,40})$/
/** A place in the log. */
export const positionPattern = /^[1-9]\d{0,14}$/
/** Characters in which it is said why something is taken back. */
export const longestReason = 500
/** Rows of a page of the audit. */
export const auditRows = 50
