// /api/openapi.json, and for people /api/docs, where Swagger UI renders it.
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import { routesOf } from '#backend/http/contract/routes.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { newNonce } from '#backend/http/middleware/security-headers.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
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

function docsPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Disables the validator, which would send this address to another site. */
const start = "SwaggerUIBundle({ dom_id: '#api', url: '/api/openapi.json', validatorUrl: null, deepLinking: true })"

/** Applies the shop's theme before the first paint. Swagger's style sheet uses a class. */
const followTheme = `(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    let chosen = null
    try {
      chosen = localStorage.getItem('theme')
    } catch {}
    const isDark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.classList.toggle('dark-mode', isDark)
  }
  show()
  system.addEventListener('change', show)
  for (const news of ['storage', 'pageshow']) addEventListener(news, show)
})()`

function docsPage(nonce: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>GamerTech · API</title>
    <script nonce="${nonce}">${raw(followTheme)}</script>
    <link rel="icon" type="image/svg+xml" href="/img/favicon.svg" />
    <link rel="stylesheet" href="/api-docs/swagger-ui.css" />
  </head>
  <body>
    <main id="api"></main>
    <noscript>This page needs JavaScript; the document itself is at /api/openapi.json.</noscript>
    <script nonce="${nonce}" src="/api-docs/swagger-ui-bundle.js"></script>
    <script nonce="${nonce}">${raw(start)}</script>
  </body>
</html>`
}
