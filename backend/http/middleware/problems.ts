// API errors: application/problem+json (RFC 9457) with a stable code and a Spanish detail.

import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { BatchRefused } from '#backend/batches/batches.ts'
import { CsvRefused } from '#backend/csv/read-csv.ts'
import { isContention, isOutage } from '#backend/db/transient-errors.ts'
import { cartIsFull } from '#backend/domain/cart/cart.limits.ts'
import type { Difference } from '#backend/domain/order/quote.ts'
import type { OnWire, ProductFields } from '#backend/domain/product/product-fields.ts'
import { Rejection, type RejectionCode } from '#backend/domain/rejection.ts'
import { AlreadyAccepted } from '#backend/eventstore/commands/command.ts'
import {
  ClaimTaken,
  CommandIdReused,
  GuardRefused,
  Overloaded,
  TooLarge,
  VersionConflict,
} from '#backend/eventstore/log/append-entry.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { FileStorageError } from '#backend/gateways/file-storage/file-storage-error.ts'
import { MailerError } from '#backend/gateways/mailer/mailer.ts'
import { type PictureProblem, PictureRefused, PicturesOverloaded } from '#backend/gateways/pictures/drawn-picture.ts'
import type { problemDocument } from '#backend/http/contract/problem.contract.ts'
import {
  changedProblems,
  filledIn,
  keyProblems,
  newcomerProblems,
  type ProblemStatus,
  schemaProblems,
  titleOf,
  transferProblems,
} from '#backend/http/problem-words.ts'

import { OperationRefused } from '#backend/operations/short-acts.ts'
import { routePattern } from './telemetry.ts'

type ProblemText = { status: ProblemStatus; detail: string }

const rejections = {
  not_found: { status: 404, detail: 'No encontramos lo que buscás.' },
  forbidden: { status: 403, detail: 'No tenés permiso para hacer esto.' },
  conflict: { status: 409, detail: 'El cambio no es posible en el estado actual.' },
  email_in_use: { status: 409, detail: 'No pudimos crear la cuenta: ese correo ya está registrado.' },
  out_of_stock: { status: 409, detail: '¡No hay Stock suficiente!' },
  below_held_stock: {
    status: 409,
    detail: 'Hay unidades reservadas en compras en curso: el stock no puede quedar por debajo.',
  },
  ...changedProblems,
  ...schemaProblems,
  answer_names_author: {
    status: 409,
    detail: 'No nombres a quien escribió la reseña: la respuesta sigue en la página aunque borre su cuenta.',
  },
  stale_total: { status: 409, detail: 'El total cambió desde que abriste el carrito.' },
  cart_changed: { status: 409, detail: 'Algunos productos de tu carrito ya no están disponibles como los elegiste.' },
  cart_empty: { status: 409, detail: 'Tu carrito está vacío.' },
  cart_full: { status: 409, detail: cartIsFull },
  ...newcomerProblems,
  ...transferProblems,
  order_not_open: { status: 409, detail: 'La orden ya no se puede modificar.' },
  order_not_ready: { status: 409, detail: 'La orden todavía no llegó a ese paso, o ya lo pasó.' },
  other_delivery: { status: 409, detail: 'Ese paso no es de esta orden: se entrega de otra manera.' },
  payment_not_acceptable: { status: 409, detail: 'El pago ya no se puede aceptar para esta orden.' },
  refund_too_large: { status: 409, detail: 'Es más de lo que queda por devolver de esta orden.' },
  order_not_paid: { status: 409, detail: 'La orden no está pagada: no hay nada que devolver.' },
  withdrawal_too_late: {
    status: 409,
    detail: 'Pasaron más de diez días desde la entrega: el plazo para arrepentirse de la compra terminó.',
  },
  wrong_credentials: { status: 401, detail: 'Correo o contraseña incorrecto' },
  user_banned: { status: 403, detail: 'Tu cuenta está suspendida.' },
  reset_link_invalid: { status: 409, detail: 'Este enlace ya no sirve: fue usado, venció o hay uno más nuevo.' },
  google_refused: { status: 401, detail: 'No pudimos comprobar tu cuenta de Google. Probá de nuevo.' },
  google_cancelled: {
    status: 409,
    detail: 'Cancelaste el ingreso con Google. Podés probar de nuevo, o ingresar con tu correo y contraseña.',
  },
  google_link_required: {
    status: 409,
    detail: 'Ya hay una cuenta con ese correo: ingresá su contraseña una vez para vincularla con Google.',
  },
  google_taken: { status: 409, detail: 'La cuenta con ese correo ya está vinculada a otra cuenta de Google.' },
  email_unverified: {
    status: 403,
    detail: 'Usuario no validado: tu cuenta de Google todavía no tiene su correo verificado.',
  },
  sign_in_unavailable: {
    status: 503,
    detail: 'Google no responde. Podés ingresar con tu correo y contraseña, o probar de nuevo en un momento.',
  },
  user_erased: { status: 409, detail: 'Esta cuenta fue eliminada.' },
  last_admin: {
    status: 409,
    detail: 'La tienda quedaría sin administración: antes debe haber otra cuenta con ese rol.',
  },
  admin_stays_active: { status: 409, detail: 'No es posible desactivar administradores' },
  role_changed: { status: 409, detail: 'Este rol acaba de cambiar. Mirá cómo quedó y probá de nuevo.' },
  ...keyProblems,
  payment_unavailable: {
    status: 503,
    detail: 'El medio de pago no responde. Tu carrito sigue como estaba: probá de nuevo en un momento.',
  },
} satisfies Record<RejectionCode, ProblemText>

const refusals = {
  validation: { status: 400, detail: 'Hay datos que no son válidos.' },
  malformed_json: { status: 400, detail: 'El cuerpo del pedido no es JSON válido.' },
  too_deep: { status: 400, detail: 'El cuerpo del pedido tiene demasiados niveles.' },
  unauthenticated: { status: 401, detail: 'Tenés que iniciar sesión.' },
  foreign_origin: { status: 403, detail: 'El pedido no viene de la tienda.' },
  bad_signature: { status: 401, detail: 'La firma no es válida.' },
  unknown_path: { status: 404, detail: 'Esta dirección no existe.' },
  method_not_allowed: { status: 405, detail: 'Esta dirección no admite ese método.' },
  already_done: { status: 409, detail: 'Este pedido ya se había hecho.' },
  batch_refused: { status: 409, detail: 'Eso no se puede hacer con estos productos.' },
  operation_refused: { status: 409, detail: 'Eso no se puede hacer ahora.' },
  key_reused: { status: 422, detail: 'Esa clave ya se usó para otro pedido.' },
  under_way: { status: 409, detail: 'Ese pedido se está haciendo. Probá de nuevo en un momento.' },
  changed_meanwhile: { status: 409, detail: 'Otros cambios llegaron antes. Mirá cómo quedó y probá de nuevo.' },
  too_large: { status: 413, detail: 'El pedido es demasiado grande.' },
  unsupported_media_type: { status: 415, detail: 'El pedido debe enviarse como JSON.' },
  too_many_attempts: { status: 429, detail: 'Hubo demasiados intentos. Esperá un momento antes de volver a probar.' },
  too_many_requests: { status: 429, detail: 'Son demasiados pedidos en poco tiempo. Esperá un momento.' },
  overloaded: { status: 503, detail: 'La tienda está muy ocupada. Probá de nuevo en un momento.' },
  unavailable: { status: 503, detail: 'La tienda no está disponible por un momento. Probá de nuevo.' },
  files_unavailable: {
    status: 503,
    detail: 'No pudimos llegar al lugar donde se guardan las imágenes. Probá de nuevo en un momento.',
  },
  mail_unavailable: { status: 503, detail: 'No pudimos enviar el mensaje. Probá de nuevo en un momento.' },
  unreadable: { status: 503, detail: 'Estos datos no se pueden abrir por el momento. Probá de nuevo más tarde.' },
  unexpected: {
    status: 500,
    detail: 'Algo falló de nuestro lado y ya quedó registrado. Probá de nuevo en un momento.',
  },
} satisfies Record<string, ProblemText>

const problems = { ...rejections, ...refusals }
export type ProblemCode = keyof typeof problems
export const statusOf = (code: ProblemCode) => problems[code].status
export type Problem = Omit<z.infer<typeof problemDocument>, 'code' | 'differences' | 'changed'> & {
  code: ProblemCode
  differences?: Difference[]
  changed?: OnWire<Partial<ProductFields>>
}

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ProblemCode
  readonly extensions: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    extensions: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code)
    this.code = code
    this.extensions = extensions
    this.headers = headers
  }
}

export function notFound(): never {
  throw new Rejection('not_found')
}

export function wrongField(field: string, code: string, message: string): ApiProblem {
  return new ApiProblem('validation', { errors: [{ field, code, message }] })
}

/** Maps thrown errors to answers. Reports only unexpected ones and never shows their content. */
export function answerErrors(report: (error: unknown, route: string) => void): ErrorHandler {
  return (error, c) => {
    if (error instanceof Rejection) return problem(c, error.code, error.details)
    const refused = refusalOf(error)
    if (refused) return problem(c, refused.code, refused.extensions, refused.headers)
    if (error instanceof Overloaded || error instanceof PicturesOverloaded) return overloaded(c)
    if (error instanceof VersionConflict) return problem(c, 'changed_meanwhile')
    if (error instanceof ClaimTaken || error instanceof GuardRefused) return problem(c, 'conflict')
    if (error instanceof AlreadyAccepted) return problem(c, 'already_done')
    if (error instanceof CommandIdReused) return problem(c, 'key_reused')
    if (error instanceof TooLarge) return problem(c, 'too_large')
    if (error instanceof HTTPException && error.status === 413) return problem(c, 'too_large')
    if (error instanceof HTTPException && error.status === 400) return problem(c, 'malformed_json')
    // Aborted requests must not fill the log.
    if (error instanceof Error && error.message === 'aborted') return problem(c, 'malformed_json')
    report(error, routePattern(c))
    // Another process may run a newer release that can read it.
    if (error instanceof Undecodable) return problem(c, 'unreadable', {}, { 'Retry-After': '5' })
    if (isContention(error)) return overloaded(c)
    if (error instanceof MailerError) return problem(c, 'mail_unavailable', {}, { 'Retry-After': '30' })
    if (error instanceof FileStorageError) return problem(c, 'files_unavailable', {}, { 'Retry-After': '5' })
    if (isOutage(error)) return problem(c, 'unavailable', {}, { 'Retry-After': '2' })
    return problem(c, 'unexpected')
  }
}

const refusedPictures: Record<PictureProblem, string> = {
  not_a_picture: 'Elegí una imagen JPG, PNG, WebP, GIF o AVIF.',
  too_many_pixels: 'La imagen tiene demasiados píxeles: achicala y probá de nuevo.',
  damaged_picture: 'La imagen está dañada o incompleta.',
}

function refusalOf(error: unknown): ApiProblem | undefined {
  if (error instanceof ApiProblem) return error
  if (error instanceof BatchRefused) return new ApiProblem('batch_refused', { detail: error.message })
  if (error instanceof OperationRefused) return new ApiProblem('operation_refused', { detail: error.message })
  if (error instanceof CsvRefused) return wrongField('file', 'not_a_table', error.message)
  if (error instanceof PictureRefused) return wrongField('image', error.problem, refusedPictures[error.problem])
  return undefined
}

function overloaded(c: Context) {
  return problem(c, 'overloaded', {}, { 'Retry-After': '1' })
}

export function problem(
  c: Context,
  code: ProblemCode,
  extensions: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const { retryAfter } = extensions
  return c.body(problemText(code, extensions), problems[code].status, {
    ...(typeof retryAfter === 'number' && { 'Retry-After': String(retryAfter) }),
    ...headers,
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  })
}

export function problemText(code: ProblemCode, extensions: Readonly<Record<string, unknown>> = {}): string {
  const { status, detail: text } = problems[code]
  const detail = filledIn(text, extensions)
  return JSON.stringify({ type: `/problems/${code}`, title: titleOf[status], status, code, detail, ...extensions })
}
