// The built front: hashed assets for ever, the page for every path that is not the API's, with a policy of its own for each answer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { type ApiEnv, allow } from './allow.ts'
import { newNonce, nonceMark, pagePolicy } from './security-headers.ts'

/** scriptOrigin: where the payment provider's browser script comes from. */
export function pages(distDir: string, scriptOrigin: string) {
  const index = readIndex(distDir).split(nonceMark)
  return new Hono<ApiEnv>()
    .use(
      serveStatic({
        root: distDir,
        precompressed: true,
        onFound: (path, c) => {
          const forever = path.includes('/assets/')
          c.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
          // Pictures are shown in mails and by other sites that link here.
          if (path.includes('/img/')) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
        },
        // The page itself is never sent as it lies there, without a nonce.
        rewriteRequestPath: (path) => (path === '/' || path.startsWith('/index.html') ? '/-' : path),
      }),
    )
    .get('*', allow('public'), (c) => {
      if (/\.[a-z0-9]+$/i.test(c.req.path)) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
      const nonce = newNonce()
      return c.html(index.join(nonce), 200, {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': pagePolicy(nonce, scriptOrigin),
      })
    })
}

function readIndex(distDir: string): string {
  try {
    return readFileSync(join(distDir, 'index.html'), 'utf8')
  } catch {
    return '<!doctype html><html lang="es"><title>GamerTech</title><p>Falta construir la página: npm start la construye.</p></html>'
  }
}
