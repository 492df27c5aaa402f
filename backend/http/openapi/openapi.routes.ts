// /api/openapi.json, the description of every call, and /api/docs, the same for people.
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { routesOf } from '#backend/http/contract/routes.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { newNonce } from '#backend/http/middleware/security-headers.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './document.ts'

/** `routes`: the API's own, asked at the first request. */
export function openApiRoutes(routes: () => readonly RouterRoute[]) {
  let document: string | undefined
  return new Hono<ApiEnv>()
    .get('/openapi.json', allow('public'), (c) => {
      document ??= JSON.stringify(openApiDocument(routesOf({ routes: routes() })))
      return c.body(document, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
    })
    .get('/docs', allow('public'), (c) => {
      const nonce = newNonce()
      return c.html(docsPage(nonce), 200, { 'Content-Security-Policy': docsPolicy(nonce) })
    })
}
