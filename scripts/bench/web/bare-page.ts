// The floor: a page with one picture and a heading, without scripts, styles or data.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves the largest picture of the shop's page, or none. */
export async function serveBarePage(picture: { bytes: Uint8Array; type: string } | undefined) {
  const image = picture ? '<link rel="preload" as="image" href="/picture"><img src="/picture" width="412" alt="">' : ''
  const html = `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>x</title>${image}<h1>GamerTech</h1></html>`
  const server = createServer(({ url }, answer) => {
    if (url === '/') answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    else if (url === '/picture' && picture) answer.writeHead(200, { 'content-type': picture.type }).end(picture.bytes)
    else answer.writeHead(404).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }
}
