// The built front: hashed assets for ever, the page for every path that is not the API's, and the headers that guard it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { type ApiEnv, allow } from './allow.ts'

/** scriptOrigin: where the payment provider's browser script comes from. */
export function pages(distDir: string, scriptOrigin: string) {
  const index = readIndex(distDir)
  const headers = guardHeaders(scriptOrigin)
  return new Hono<ApiEnv>()
    .use(async (c, next) => {
      for (const [name, value] of Object.entries(headers)) c.header(name, value)
      await next()
    })
    .use(
      serveStatic({
        root: distDir,
        precompressed: true,
        onFound: (path, c) => {
          const forever = path.includes('/assets/')
          c.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
        rewriteRequestPath: (path) => (path === '/' ? '/-' : path),
      }),
    )
    .get('*', allow('public'), (c) => {
      if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
      return c.html(index, 200, { 'Cache-Control': 'no-cache' })
    })
}

function readIndex(distDir: string): string {
  try {
    return readFileSync(join(distDir, 'index.html'), 'utf8')
  } catch {
    return '<!doctype html><html lang="es"><title>GamerTech</title><p>Falta construir la página: npm start la construye.</p></html>'
  }
}

function guardHeaders(scriptOrigin: string): Record<string, string> {
  const provider = 'https://*.mercadopago.com https://*.mercadolibre.com https://*.mlstatic.com'
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scriptOrigin} ${provider}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:`,
    `connect-src 'self' ${scriptOrigin} ${provider}`,
    `frame-src ${scriptOrigin} ${provider}`,
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  }
}
