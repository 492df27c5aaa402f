// /api/openapi.json, the description of every call, and /api/docs, the same for people.
import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import { routesOf } from '#backend/http/contract/routes.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { newNonce } from '#backend/http/middleware/security-headers.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './document.ts'

const calls = {
  document: { does: 'This document.', returns: z.record(z.string(), z.unknown()) },
  page: { does: 'This document as a page for people.', returns: null },
} satisfies Record<string, Call>

/** `routes`: the API's own, asked at the first request. */
export function openApiRoutes(routes: () => readonly RouterRoute[]) {
  let document: { text: string; tag: string } | undefined
  return new Hono<ApiEnv>()
    .get('/openapi.json', allow('public', calls.document), (c) => {
      document ??= tagged(JSON.stringify(openApiDocument(routesOf({ routes: routes() }))))
      const { text, tag } = document
      // By its tag half a megabyte is compressed once, and not for each who asks.
      const headers = { 'Cache-Control': 'no-cache', ETag: tag }
      if (c.req.header('if-none-match') === tag) return c.body(null, 304, headers)
      return c.body(text, 200, { 'Content-Type': 'application/json', ...headers })
    })
    .get('/docs', allow('public', calls.page), (c) => {
      const nonce = newNonce()
      return c.html(docsPage(nonce), 200, { 'Content-Security-Policy': docsPolicy(nonce) })
    })
}

function tagged(text: string) {
  return { text, tag: `"${createHash('sha1').update(text).digest('base64url')}"` }
}
