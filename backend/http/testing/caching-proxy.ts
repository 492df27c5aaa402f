// For tests: a shared cache in front of the shop that keeps whatever it may (RFC 9111), for everybody, as proxies and CDNs do.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Cached = { status: number; headers: Headers; body: string; vary: string }

/** Listens on a port of its own; `shop` is the address behind it. `cached`: paths of the answers that it keeps. */
export async function openCachingProxy(shop: string) {
  const cached = new Map<string, Cached>()
  const server = createServer((incoming, outgoing) => {
    void answer(shop, cached, incoming.url ?? '/', incoming.headers.cookie ?? '').then(({ status, headers, body }) => {
      const type = headers.get('content-type') ?? 'text/plain'
      outgoing.writeHead(status, { 'Content-Type': type }).end(body)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, cached, close }
}

async function answer(shop: string, cached: Map<string, Cached>, path: string, cookie: string): Promise<Cached> {
  const known = cached.get(path)
  const isTheirs = known && (known.vary === '' || known.vary === `cookie ${cookie}`)
  const tag = isTheirs ? known.headers.get('etag') : null
  if (isTheirs && !mustBeAskedFor(known.headers)) return known
  const response = await fetch(shop + path, {
    redirect: 'manual',
    headers: { cookie, ...(tag !== null && { 'if-none-match': tag }) },
  })
  if (known && response.status === 304) return known
  const { status, headers } = response
  const vary = /\bcookie\b/i.test(headers.get('vary') ?? '') ? `cookie ${cookie}` : ''
  const fresh = { status, headers, body: await response.text(), vary }
  if (!/no-store|private/.test(headers.get('cache-control') ?? '')) cached.set(path, fresh)
  return fresh
}

const mustBeAskedFor = (headers: Headers) => /no-cache|must-revalidate/.test(headers.get('cache-control') ?? '')
