import { cartIsFull } from '#backend/domain/cart/cart.limits.ts'

const [minute, hour] = [60, 3600]

/** Replaces placeholders like `{attemptsLeft}`; `{wait}` is derived from `retryAfter`. */
export function filledIn(sentence: string, details: Readonly<Record<string, unknown>>): string {
  const seconds = Number(details.retryAfter)
  const minutes = Math.ceil(seconds / minute)
  const short = minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const wait = seconds > 2 * hour ? `${Math.ceil(seconds / hour)} horas` : short
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String({ ...details, wait }[name]))
}

const titles = {
  400: 'Pedido incorrecto',
  401: 'Falta iniciar sesión',
  403: 'No permitido',
  404: 'No encontrado',
  405: 'Método no permitido',
  409: 'Conflicto',
  413: 'Demasiado grande',
  415: 'Formato no admitido',
  422: 'No se puede procesar',
  429: 'Demasiados intentos',
  500: 'Error inesperado',
  503: 'No disponible',
} as const

const sentences = {
  400: {
    attributes_invalid: 'Hay propiedades que no son válidas.',
    validation: 'Hay datos que no son válidos.',
    malformed_json: 'El cuerpo del pedido no es JSON válido.',
    too_deep: 'El cuerpo del pedido tiene demasiados niveles.',
  },
  401: {
    wrong_credentials: 'Correo o contraseña incorrecto',
    google_refused: 'No pudimos comprobar tu cuenta de Google. Probá de nuevo.',
    unauthenticated: 'Tenés que iniciar sesión.',
    bad_signature: 'La firma no es válida.',
  },
  403: {
    forbidden: 'No tenés permiso para hacer esto.',
    user_banned: 'Tu cuenta está suspendida.',
    email_unverified: 'Usuario no validado: tu cuenta de Google todavía no tiene su correo verificado.',
    role_key_missing: 'Para este cambio hace falta la clave superAdmin.',
    role_key_rejected:
      'No fue posible modificar el rol. Quedan {attemptsLeft} intentos para que se bloquee funcionalidad',
    account_key_rejected: 'La clave superAdmin no es correcta. Quedan {attemptsLeft} intentos.',
    role_change_blocked: 'Funcionalidad bloqueada',
    role_key_unset: 'Esta tienda no tiene clave superAdmin: los roles y la cuenta bancaria los cambia quien la opera.',
    foreign_origin: 'El pedido no viene de la tienda.',
  },
  404: {
    not_found: 'No encontramos lo que buscás.',
    unknown_path: 'Esta dirección no existe.',
  },
  405: {
    method_not_allowed: 'Esta dirección no admite ese método.',
  },
  409: {
    conflict: 'El cambio no es posible en el estado actual.',
    email_in_use: 'No pudimos crear la cuenta: ese correo ya está registrado.',
    out_of_stock: '¡No hay Stock suficiente!',
    below_held_stock: 'Hay unidades reservadas en compras en curso: el stock no puede quedar por debajo.',
    product_changed: 'Otra persona cambió lo mismo mientras lo editabas.',
    settings_changed: 'Otra persona cambió estos ajustes mientras los editabas. Recargá la página y probá de nuevo.',
    review_changed: 'La reseña o su respuesta cambió mientras escribías. Mirá cómo quedó antes de publicar.',
    synonyms_changed: 'Otra persona cambió los sinónimos mientras los editabas.',
    views_changed: 'Cambiaste tus vistas en otra pestaña mientras tanto. Probá de nuevo.',
    sku_in_use: 'El código {sku} ya es del producto Nº {productId}.',
    schema_changed: 'Otra persona cambió las propiedades de esta categoría mientras las editabas. Mirá cómo quedaron.',
    attribute_kind_fixed:
      'El tipo de «{label}» no cambia: la clave {key} ya se usó con otro. Agregá una propiedad con otra clave.',
    answer_names_author:
      'No nombres a quien escribió la reseña: la respuesta sigue en la página aunque borre su cuenta.',
    stale_total: 'El total cambió desde que abriste el carrito.',
    cart_changed: 'Algunos productos de tu carrito ya no están disponibles como los elegiste.',
    cart_empty: 'Tu carrito está vacío.',
    cart_full: cartIsFull,
    first_purchase_limit:
      'En tu primera compra entran hasta {units} unidades de {products} productos. Sacá lo que sobra y volvé a pagar: una vez pagada, el límite ya no corre.',
    transfer_unavailable: 'Ahora no se puede pagar por transferencia. Elegí otro medio de pago.',
    transfer_limit:
      'Ya tenés {most} órdenes por transferencia sin pagar. Pagá una, probá más adelante, o elegí otro medio de pago.',
    not_by_transfer: 'Esta orden no se paga por transferencia.',
    movement_taken:
      'Ese movimiento del banco ya está anotado para otra orden, como devolución, o con otra fecha u otro monto, o ya se resolvió.',
    refund_done: 'Esa devolución ya está hecha o resuelta sin este movimiento. Si la transferiste otra vez, reclamala.',
    refund_account_useless: 'CBU: esta orden no tiene dinero para devolver.',
    too_many_refund_accounts: 'Ya cambiaste el CBU de esta orden {most} veces. Si no es el correcto, escribinos.',
    too_many_receipts: 'Ya subiste {most} comprobantes de esta orden. Si falta algo, escribinos.',
    order_not_open: 'La orden ya no se puede modificar.',
    order_not_ready: 'La orden todavía no llegó a ese paso, o ya lo pasó.',
    other_delivery: 'Ese paso no es de esta orden: se entrega de otra manera.',
    payment_not_acceptable: 'El pago ya no se puede aceptar para esta orden.',
    refund_too_large: 'Es más de lo que queda por devolver de esta orden.',
    order_not_paid: 'La orden no está pagada: no hay nada que devolver.',
    withdrawal_too_late: 'Pasaron más de diez días desde la entrega: el plazo para arrepentirse de la compra terminó.',
    reset_link_invalid: 'Este enlace ya no sirve: fue usado, venció o hay uno más nuevo.',
    google_cancelled: 'Cancelaste el ingreso con Google. Podés probar de nuevo, o ingresar con tu correo y contraseña.',
    google_link_required: 'Ya hay una cuenta con ese correo: ingresá su contraseña una vez para vincularla con Google.',
    google_taken: 'La cuenta con ese correo ya está vinculada a otra cuenta de Google.',
    user_erased: 'Esta cuenta fue eliminada.',
    last_admin: 'La tienda quedaría sin administración: antes debe haber otra cuenta con ese rol.',
    admin_stays_active: 'No es posible desactivar administradores',
    role_changed: 'Este rol acaba de cambiar. Mirá cómo quedó y probá de nuevo.',
    already_done: 'Este pedido ya se había hecho.',
    batch_refused: 'Eso no se puede hacer con estos productos.',
    operation_refused: 'Eso no se puede hacer ahora.',
    under_way: 'Ese pedido se está haciendo. Probá de nuevo en un momento.',
    changed_meanwhile: 'Otros cambios llegaron antes. Mirá cómo quedó y probá de nuevo.',
  },
  413: {
    too_large: 'El pedido es demasiado grande.',
  },
  415: {
    unsupported_media_type: 'El pedido debe enviarse como JSON.',
  },
  422: {
    key_reused: 'Esa clave ya se usó para otro pedido.',
  },
  429: {
    checkout_paused: 'Apartaste productos varias veces y todavía no los pagaste. Podés volver a pagar en {wait}.',
    too_many_held:
      'Cuentas nuevas ya apartaron, desde tu conexión o de estos productos, todo lo que se puede apartar sin pagar. Podés volver a pagar en {wait}.',
    too_many_attempts: 'Hubo demasiados intentos. Esperá un momento antes de volver a probar.',
    too_many_requests: 'Son demasiados pedidos en poco tiempo. Esperá un momento.',
  },
  500: {
    unexpected: 'Algo falló de nuestro lado y ya quedó registrado. Probá de nuevo en un momento.',
  },
  503: {
    sign_in_unavailable:
      'Google no responde. Podés ingresar con tu correo y contraseña, o probar de nuevo en un momento.',
    payment_unavailable: 'El medio de pago no responde. Tu carrito sigue como estaba: probá de nuevo en un momento.',
    overloaded: 'La tienda está muy ocupada. Probá de nuevo en un momento.',
    unavailable: 'La tienda no está disponible por un momento. Probá de nuevo.',
    files_unavailable: 'No pudimos llegar al lugar donde se guardan las imágenes. Probá de nuevo en un momento.',
    mail_unavailable: 'No pudimos enviar el mensaje. Probá de nuevo en un momento.',
    unreadable: 'Estos datos no se pueden abrir por el momento. Probá de nuevo más tarde.',
  },
}

type ProblemStatus = keyof typeof sentences
export type ProblemCode = { [S in ProblemStatus]: keyof (typeof sentences)[S] }[ProblemStatus]

type Answer = { status: ProblemStatus; title: string; detail: string }

const answers = Object.entries(sentences).flatMap(([key, group]) => {
  const status = Number(key) as ProblemStatus
  return Object.entries(group).map(([code, detail]): [string, Answer] => [
    code,
    { status, title: titles[status], detail },
  ])
})
export const problems = Object.fromEntries(answers) as Record<ProblemCode, Answer>
