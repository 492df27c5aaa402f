// API errors: application/problem+json (RFC 9457) with a stable code and a Spanish detail.
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { BatchRefused } from '#backend/batches/batches.ts'
import { CsvRefused } from '#backend/csv/read-csv.ts'
import { isContention, isOutage } from '#backend/db/transient-errors.ts'
import type { Difference } from '#backend/domain/order/quote.ts'
import type { OnWire, ProductFields } from '#backend/domain/product/product-fields.ts'
import { Rejection } from '#backend/domain/rejection.ts'
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
import { filledIn, type ProblemCode, problems } from '#backend/http/problem-words.ts'
import { OperationRefused } from '#backend/operations/short-acts.ts'
import { routePattern } from './telemetry.ts'

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
  const { status, title, detail: sentence } = problems[code]
  const detail = filledIn(sentence, extensions)
  return JSON.stringify({ type: `/problems/${code}`, title, status, code, detail, ...extensions })
}
