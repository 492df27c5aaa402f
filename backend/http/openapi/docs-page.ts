// /api/docs: the description of the API as a page for people, made in the browser by Swagger UI from /api/openapi.json.
import { html, raw } from 'hono/html'

/** What the page allows: its scripts by the nonce, its one style sheet, and calls of this shop. */
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

/** Without a validator, which would tell another site the address of this one. */
const start = "SwaggerUIBundle({ dom_id: '#api', url: '/api/openapi.json', validatorUrl: null, deepLinking: true })"

/** The shop's theme, before anything is drawn: the one chosen on its pages, else the system's. Swagger's style sheet knows it as a class. */
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

/** The page; its files are copied into dist/api-docs by the build. */
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
