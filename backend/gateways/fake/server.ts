import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** `port` 0 takes any free one. */
export interface FakeAddress {
  readonly port: number
  readonly host: string
}

export type FakeApp = Hono<{ Bindings: HttpBindings }>

const style = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')

/** form-action stays open: from the wallet and the provider the browser goes to the shop's address. */
const contentSecurityPolicy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  imgSrc: ['data:'],
  frameSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

export const pageHeaders = () => secureHeaders({ contentSecurityPolicy, crossOriginResourcePolicy: 'cross-origin' })

/** `build` adds the routes once the server's own address is known. */
export async function serveFake(
  { port, host }: FakeAddress,
  build: (app: FakeApp, url: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  const app: FakeApp = new Hono()
  app.get('/pages.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  build(app, url)
  const answer = getRequestListener(app.fetch)
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { url, stop }
}
