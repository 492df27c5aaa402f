// /api/docs: the API description for people, rendered by Swagger UI from /api/openapi.json.
import { html, raw } from 'hono/html'

export function docsPolicy(nonce: string): string {
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

export function docsPage(nonce: string) {
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
