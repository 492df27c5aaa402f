// What every request to the API must be: of the shop's own origin and JSON (a picture: a form) where it changes something, and not too large.
import type { HttpBindings } from '@hono/node-server'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { avatarMaxBytes } from '#backend/domain/user/avatar.limits.ts'
import { type PictureProblem, PictureRefused } from '#backend/gateways/pictures/drawn-picture.ts'
import type { ApiEnv } from './allow.ts'
import { ApiProblem } from './problems.ts'

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Signed by the payment provider instead of sent by a browser. */
export const webhookPath = '/api/payment/webhook'
/** Looks like a file, and is made of the whole catalogue. */
export const sitemapPath = '/sitemap.xml'
/** An address that ends like a file's name: sent as it lies there, or short words where there is none. Every other one is a page. */
export const isFilePath = (path: string) => /\.[a-z0-9]+$/i.test(path)
/** The calls that send a file. */
const filePath = /^\/api\/(users\/[^/]+\/avatar|panel\/(pictures|batches\/file))\/?$/

/** Refuses cross-site requests that could change something (403), then what is not of the type that the call takes (415). */
export function requireOwnOrigin(publicUrl: string) {
  const own = ownOrigins(publicUrl)
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!safeMethods.has(c.req.method) && c.req.path !== webhookPath) {
      const site = c.req.header('sec-fetch-site')
      const sent = c.req.header('origin')
      if (sent !== undefined ? !own.has(sent) : site !== 'same-origin') throw new ApiProblem('foreign_origin')
      if (site !== undefined && site !== 'same-origin') throw new ApiProblem('foreign_origin')
      requireType(c.req.path, c.req.header('content-type') ?? '')
    }
    await next()
  })
}

function requireType(path: string, type: string): void {
  if (!filePath.test(path)) {
    if (!/^application\/json\s*(;|$)/i.test(type)) throw new ApiProblem('unsupported_media_type')
  } else if (!/^multipart\/form-data\s*;/i.test(type))
    throw new ApiProblem('unsupported_media_type', {
      detail: 'Esto debe enviarse como formulario con un archivo.',
    })
}

/** On the own machine localhost and 127.0.0.1 are the same shop. */
export function ownOrigins(publicUrl: string): Set<string> {
  return new Set([publicUrl, publicUrl.replace(/^http:\/\/localhost(?=:|$)/, 'http://127.0.0.1')])
}

const maxBytes = 64 * 1024

const limitJson = limitOf(maxBytes, () => new ApiProblem('too_large'))
// What stands around the file in its form is small.
const limitFile = limitOf(avatarMaxBytes + maxBytes, () => fileTooLarge(avatarMaxBytes))

function limitOf(most: number, problem: () => ApiProblem) {
  const onError = () => {
    throw problem()
  }
  return { most, problem, counted: bodyLimit({ maxSize: most, onError }) }
}

type Socketed = { Bindings: Partial<HttpBindings> }

/**
 * Bodies up to 64 KiB, with a picture up to 5 MiB more. One that tells its length is judged by that, since the socket takes no more than it
 * says; any other is counted while it is read, as a stream, which costs more than most of the calls do. A file is read, and so counted, only
 * once it is known who sends it.
 */
export const limitBody = createMiddleware<ApiEnv & Socketed>((c, next) => {
  const limit = filePath.test(c.req.path) ? limitFile : limitJson
  const headers = c.env?.incoming?.headers
  if (!headers || headers['transfer-encoding'] !== undefined)
    return limit === limitFile ? next() : limit.counted(c, next)
  if (Number(headers['content-length'] ?? 0) > limit.most) throw limit.problem()
  return next()
})

/** Counts a file that does not tell its length while it is read. */
export const limitFileBody = createMiddleware((c, next) => limitFile.counted(c, next))

export function fileTooLarge(maxBytes: number): ApiProblem {
  return new ApiProblem('too_large', { detail: `El archivo supera los ${maxBytes / 1024 / 1024} MB.` })
}

const refusedPictures: Record<PictureProblem, string> = {
  not_a_picture: 'Elegí una imagen JPG, PNG, WebP, GIF o AVIF.',
  too_many_pixels: 'La imagen tiene demasiados píxeles: achicala y probá de nuevo.',
  damaged_picture: 'La imagen está dañada o incompleta.',
}

/** For a picture that cannot be drawn; throws on what is none of its problems. */
export function sayWhyRefused(error: unknown): never {
  if (!(error instanceof PictureRefused)) throw error
  const { problem: code } = error
  throw new ApiProblem('validation', { errors: [{ field: 'image', code, message: refusedPictures[code] }] })
}

/** How many lists and objects of a body may lie in each other. */
const deepest = 10

/** Refuses a body that is nested deeper, before it is parsed. */
export const limitDepth = createMiddleware<ApiEnv>(async (c, next) => {
  if (!safeMethods.has(c.req.method) && !/^multipart\//i.test(c.req.header('content-type') ?? ''))
    if (depthOf(await c.req.text()) > deepest) throw new ApiProblem('too_deep')
  await next()
})

/** How deep a JSON text is nested; of any other text some number. One pass, whatever the text. */
export function depthOf(text: string): number {
  let [depth, most, isInString] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (mark === '"') isInString = !isInString
    else if (isInString) at += mark === '\\' ? 1 : 0
    else if (mark === '[' || mark === '{') most = Math.max(most, ++depth)
    else if (mark === ']' || mark === '}') depth--
  }
  return most
}
