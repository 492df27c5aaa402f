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
  settings: 'Ajustes',
  system: 'Sistema',
} as const
export type AuditKind = keyof typeof auditKinds

/** Entities with an audit page; stock has its own history, since every sale adds to it. */
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

export const auditActors = {
  visitor: 'Visitante',
  operator: 'Operador',
  provider: 'Mercado Pago',
  demo: 'Demostración',
  'job:expire-order': 'Tarea: vencer una orden',
  'job:learn-payment': 'Tarea: consultar un pago',
  'job:refund-payment': 'Tarea: devolver un pago',
  'job:close-checkout': 'Tarea: cerrar un pago sin terminar',
  'job:reconcile-payments': 'Tarea: conciliar pagos',
  'job:reconcile-refunds': 'Tarea: conciliar lo que cambió en el proveedor',
  'job:publish-log-head': 'Tarea: enviar la suma del registro',
  'job:send-receipt': 'Tarea: enviar un recibo',
  'job:send-order-mail': 'Tarea: avisar de una orden por correo',
  'job:send-account-mail': 'Tarea: avisar por correo',
  'job:send-review-mail': 'Tarea: avisar de una respuesta por correo',
  'job:send-bank-account-mails': 'Tarea: avisar de la cuenta bancaria',
  'job:request-password-reset': 'Tarea: pedir una contraseña nueva',
  'job:forget-person': 'Tarea: olvidar a una persona',
  'job:end-transfers': 'Tarea: soltar lo que apartó una cuenta suspendida',
  'job:run-operation': 'Tarea: operación del panel',
  'job:run-batch': 'Tarea: cambiar muchos productos',
} as const

export const entityPattern =
  /^(?:(?:user|product|stock|order|payment|cart|unmatched)-[1-9]\d{0,11}|review-[1-9]\d{0,11}:[1-9]\d{0,13})$/
export const reviewerPattern = /^(?:user|product)-[1-9]\d{0,11}$/
export const actorPattern = /^(?:user:[1-9]\d{0,11}|visitor|operator|provider|demo|job:[a-z-]{1,40})$/
export const positionPattern = /^[1-9]\d{0,14}$/
export const longestReason = 500
export const auditRows = 50
