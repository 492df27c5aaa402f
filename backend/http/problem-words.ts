// Fills numbers into the words of an error.
import type { RejectionCode } from '#backend/domain/rejection.ts'

const [minute, hour] = [60, 3600]

/** Replaces placeholders like `{attemptsLeft}`; `{wait}` is derived from `retryAfter`. */
export function filledIn(sentence: string, details: Readonly<Record<string, unknown>>): string {
  const seconds = Number(details.retryAfter)
  const minutes = Math.ceil(seconds / minute)
  const short = minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const wait = seconds > 2 * hour ? `${Math.ceil(seconds / hour)} horas` : short
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String({ ...details, wait }[name]))
}

export const titleOf = {
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
export type ProblemStatus = keyof typeof titleOf

export const schemaProblems = {
  sku_in_use: { status: 409, detail: 'El código {sku} ya es del producto Nº {productId}.' },
  attributes_invalid: { status: 400, detail: 'Hay propiedades que no son válidas.' },
  schema_changed: {
    status: 409,
    detail: 'Otra persona cambió las propiedades de esta categoría mientras las editabas. Mirá cómo quedaron.',
  },
  attribute_kind_fixed: {
    status: 409,
    detail: 'El tipo de «{label}» no cambia: la clave {key} ya se usó con otro. Agregá una propiedad con otra clave.',
  },
} as const

export const newcomerProblems = {
  checkout_paused: {
    status: 429,
    detail: 'Apartaste productos varias veces y todavía no los pagaste. Podés volver a pagar en {wait}.',
  },
  first_purchase_limit: {
    status: 409,
    detail:
      'En tu primera compra entran hasta {units} unidades de {products} productos. Sacá lo que sobra y volvé a pagar: una vez pagada, el límite ya no corre.',
  },
  too_many_held: {
    status: 429,
    detail:
      'Cuentas nuevas ya apartaron, desde tu conexión o de estos productos, todo lo que se puede apartar sin pagar. Podés volver a pagar en {wait}.',
  },
} as const satisfies Partial<Record<RejectionCode, { status: ProblemStatus; detail: string }>>

/** Somebody else was faster. */
export const changedProblems = {
  product_changed: { status: 409, detail: 'Otra persona cambió lo mismo mientras lo editabas.' },
  settings_changed: {
    status: 409,
    detail: 'Otra persona cambió estos ajustes mientras los editabas. Recargá la página y probá de nuevo.',
  },
  review_changed: {
    status: 409,
    detail: 'La reseña o su respuesta cambió mientras escribías. Mirá cómo quedó antes de publicar.',
  },
  synonyms_changed: { status: 409, detail: 'Otra persona cambió los sinónimos mientras los editabas.' },
  views_changed: { status: 409, detail: 'Cambiaste tus vistas en otra pestaña mientras tanto. Probá de nuevo.' },
} as const

/** Refusals of the super-admin key. */
export const keyProblems = {
  role_key_missing: { status: 403, detail: 'Para este cambio hace falta la clave superAdmin.' },
  role_key_rejected: {
    status: 403,
    detail: 'No fue posible modificar el rol. Quedan {attemptsLeft} intentos para que se bloquee funcionalidad',
  },
  account_key_rejected: {
    status: 403,
    detail: 'La clave superAdmin no es correcta. Quedan {attemptsLeft} intentos.',
  },
  role_change_blocked: { status: 403, detail: 'Funcionalidad bloqueada' },
  role_key_unset: {
    status: 403,
    detail: 'Esta tienda no tiene clave superAdmin: los roles y la cuenta bancaria los cambia quien la opera.',
  },
} as const

export const transferProblems = {
  transfer_unavailable: { status: 409, detail: 'Ahora no se puede pagar por transferencia. Elegí otro medio de pago.' },
  transfer_limit: {
    status: 409,
    detail:
      'Ya tenés {most} órdenes por transferencia sin pagar. Pagá una, probá más adelante, o elegí otro medio de pago.',
  },
  not_by_transfer: { status: 409, detail: 'Esta orden no se paga por transferencia.' },
  movement_taken: {
    status: 409,
    detail:
      'Ese movimiento del banco ya está anotado para otra orden, como devolución, o con otra fecha u otro monto, o ya se resolvió.',
  },
  refund_done: {
    status: 409,
    detail: 'Esa devolución ya está hecha o resuelta sin este movimiento. Si la transferiste otra vez, reclamala.',
  },
  refund_account_useless: { status: 409, detail: 'CBU: esta orden no tiene dinero para devolver.' },
  too_many_refund_accounts: {
    status: 409,
    detail: 'Ya cambiaste el CBU de esta orden {most} veces. Si no es el correcto, escribinos.',
  },
  too_many_receipts: {
    status: 409,
    detail: 'Ya subiste {most} comprobantes de esta orden. Si falta algo, escribinos.',
  },
} as const satisfies Partial<Record<RejectionCode, { status: ProblemStatus; detail: string }>>
