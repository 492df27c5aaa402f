// Requirements of every API request: a known path, own origin for writes, JSON (or a form with a file), limited size.
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { Router } from 'hono/router'
import { pictureMaxBytes } from '#backend/domain/product/gallery.limits.ts'
import type { ApiEnv } from './allow.ts'
import { ApiProblem } from './problems.ts'

export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
export const webhookPath = '/api/payment/webhook'
/** Looks like a file but is generated from the catalogue. */
export const sitemapPath = '/sitemap.xml'
/** Paths with a file extension are served as files; all others are pages. */
export const isFilePath = (path: string) => /\.[a-z0-9]+$/i.test(path)
const filePath = /^\/api\/(users\/[^/]+\/avatar|order\/[^/]+\/receipt|panel\/(pictures|batches\/file))\/?$/

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
type Routes = Router<[unknown, { method: string }]>

export function requireKnownPath(routes: () => Routes) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    if (!serves(routes(), method, c.req.path)) {
      const allowed = methods.filter((other) => serves(routes(), other, c.req.path))
      if (allowed.length === 0) throw new ApiProblem('unknown_path')
      throw new ApiProblem('method_not_allowed', {}, { Allow: allowed.join(', ') })
    }
    await next()
  })
}

function serves(routes: Routes, method: string, path: string): boolean {
  return routes.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL')
}

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

export function ownOrigins(publicUrl: string): Set<string> {
  return new Set([publicUrl, publicUrl.replace(/^http:\/\/localhost(?=:|$)/, 'http://127.0.0.1')])
}

const maxBytes = 64 * 1024
const deepest = 10

const countBody = bodyLimit({
  maxSize: maxBytes,
  onError: () => {
    throw new ApiProblem('too_large')
  },
})

/** Counts a file while reading, once its sender is known (receive-file.ts). The rest of the form is small. */
export const limitFileBody = bodyLimit({
  maxSize: pictureMaxBytes + maxBytes,
  onError: () => {
    throw fileTooLarge(pictureMaxBytes)
  },
})

/**
 * 64 KiB and ten levels. Trusts Content-Length, since the socket reads no more; counts other bodies as a stream, which
 * costs more than most calls.
 */
export const limitBody = createMiddleware<ApiEnv>(async (c, next) => {
  if (safeMethods.has(c.req.method) || filePath.test(c.req.path)) return next()
  const length = c.req.header('content-length')
  const checkDepth = async () => {
    if (depthOf(await c.req.text()) > deepest) throw new ApiProblem('too_deep')
    await next()
  }
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBody(c, checkDepth)
  if (Number(length) > maxBytes) throw new ApiProblem('too_large')
  return checkDepth()
})

export async function bytesOf(file: File, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > maxBytes) throw fileTooLarge(maxBytes)
  return new Uint8Array(await file.arrayBuffer())
}

function fileTooLarge(maxBytes: number): ApiProblem {
  return new ApiProblem('too_large', { detail: `El archivo supera los ${maxBytes / 1024 / 1024} MB.` })
}

/** Nesting of a JSON text in one pass; meaningless for other texts. */
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
