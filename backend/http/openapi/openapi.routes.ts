// /api/openapi.json and /api/docs.
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import { routesOf } from '#backend/http/contract/routes.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { newNonce } from '#backend/http/middleware/security-headers.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './document.ts'

const calls = {
  document: { does: 'This document.', returns: z.record(z.string(), z.unknown()) },
  page: { does: 'This document as a page for people.', returns: null },
} satisfies Record<string, Call>

export function openApiRoutes(routes: () => readonly RouterRoute[]) {
  let document: ReadyAnswer | undefined
  return new Hono<ApiEnv>()
    .get('/openapi.json', allow('public', calls.document), (c) => {
      document ??= new ReadyAnswer(JSON.stringify(openApiDocument(routesOf({ routes: routes() }))), json)
      return document.send(c)
    })
    .get('/docs', allow('public', calls.page), (c) => {
      const nonce = newNonce()
      return c.html(docsPage(nonce), 200, { 'Content-Security-Policy': docsPolicy(nonce) })
    })
}

const json = { 'Content-Type': 'application/json' }
