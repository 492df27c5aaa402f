// The built front: hashed assets for ever, the page for every path that is a screen's, with a head and a policy of its own for each answer.
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { screens } from '#backend/domain/screens.limits.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { lastWritePosition } from '#backend/http/middleware/read-your-writes.ts'
import { isFilePath, sitemapPath } from '#backend/http/middleware/request-guards.ts'
import type { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { newNonce, pagePolicy, workerPolicy } from '#backend/http/middleware/security-headers.ts'
import { findProducts } from '#backend/readmodels/catalogue/catalogue.queries.ts'
import type { CatalogueHolder } from '#backend/readmodels/catalogue/held/catalogue-holder.ts'
import type { Database } from '#backend/readmodels/database.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { escaped, type PageHead } from './page-head.ts'
import type { AskShop } from './page-renderer.ts'
import { readTemplate } from './page-template.ts'
import { productHead } from './product-head.ts'
import type { RenderedPages } from './rendered-pages.ts'
import { robots, sitemap } from './sitemap.ts'

/** scriptOrigin: where the payment provider's browser script comes from; ask: the API, as a visitor. */
type Site = {
  db: Database
  positions: Positions<ReadModelName>
  kept: ResponseCache
  catalogue: CatalogueHolder
  publicUrl: string
  currency: string
  distDir: string
  scriptOrigin: string
  rendered: RenderedPages
  ask: AskShop
}
type Status = 200 | 404 | 503
type Found = { status: Status; head: PageHead }

/** Everything that is neither the API nor an uploaded picture. */
export function pages(site: Site) {
  const template = readTemplate(site.distDir)
  const map = { publicUrl: site.publicUrl, builtAt: template.builtAt }
  return new Hono<ApiEnv>().use(files(site.distDir, template.pictures)).get('*', allow('public'), async (c) => {
    const { path } = c.req
    if (path === '/robots.txt') return c.text(robots(site.publicUrl), 200, { 'Cache-Control': 'public, max-age=3600' })
    if (path === sitemapPath) return sitemapOf(c, site, map)
    if (path === '/version') return c.text(template.version, 200, { 'Cache-Control': 'no-store' })
    if (isFilePath(path)) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    // Known before the page is made, so that what it shows is at least as new.
    const position = Math.min(site.positions.shown('catalogue'), site.catalogue.position)
    const { status, head } = await find(c, site)
    const rendered = status === 200 ? await renderedFor(c, site) : null
    const nonce = newNonce()
    return c.html(template.render(head, { publicUrl: site.publicUrl, nonce, position }, rendered), status, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': pagePolicy(nonce, site.scriptOrigin),
      ...(status === 503 && { 'Retry-After': '5' }),
    })
  })
}

/** The page as visitors see it. Who has just changed something gets one that asks the shop itself, and is shown the change. */
async function renderedFor(c: Context<ApiEnv>, { rendered, ask }: Site) {
  if (lastWritePosition(c) !== undefined) return null
  const { pathname, search } = new URL(c.req.url)
  return rendered.find({ pathname, search }, ask)
}

/** `pictures`: the name of what is built; an address with another release's name shows what this one has, and for this time only. */
function files(distDir: string, pictures: string | undefined) {
  return serveStatic<ApiEnv>({
    root: distDir,
    precompressed: true,
    onFound: (path, c) => {
      const isPicture = path.includes('/img/')
      const forever =
        path.includes('/assets/') || (isPicture && pictures !== undefined && c.req.query('v') === pictures)
      const isWorker = path.includes('/service-worker.js')
      c.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      // A worker that is kept for an hour would hold on to pages that are gone; and it asks the shop for all that pages ask it.
      if (isWorker) c.header('Cache-Control', 'no-cache')
      if (isWorker) c.header('Content-Security-Policy', workerPolicy)
      // Pictures are shown in mails and by other sites that link here.
      if (isPicture) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
    // The page itself is never sent as it lies there, without a nonce.
    rewriteRequestPath: (path) =>
      path === '/' || path.startsWith('/index.html') || path.startsWith('/.') ? '/-' : path,
  })
}

async function sitemapOf(c: Context<ApiEnv>, { db, kept }: Site, map: { publicUrl: string; builtAt: Date }) {
  const asked = c.req.query('part')
  const part = asked === undefined ? undefined : Number(/^[1-9]\d{0,3}$/.exec(asked)?.[0])
  const xml = Number.isNaN(part)
    ? null
    : await sitemap({ ...map, kept: (name, make) => kept.part(null, `sitemap ${name}`, ['catalogue'], make) }, db, part)
  if (xml === null) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
  return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' })
}

const known = screens.map((screen) => ({
  ...screen,
  pattern: new RegExp(`^${screen.path.replaceAll('$id', '[^/]+')}/?$`, 'i'),
}))

/** What the page of this address says of itself, and whether there is one. */
async function find(c: Context<ApiEnv>, site: Site): Promise<Found> {
  const { path } = c.req
  // What the service worker keeps of all pages: it becomes any of them.
  if (path === '/shell') return { status: 200, head: hidden('Sin conexión', 'Esta página necesita conexión.') }
  const product = /^\/product\/(\d{1,15})\/?$/i.exec(path)
  if (product) return findProduct(c, Number(product[1]), site)
  const screen = known.find(({ pattern, path: own }) => own !== '/product/$id' && pattern.test(path))
  if (!screen) return { status: 404, head: hidden('Esta página no existe', 'Lo sentimos! Esta página no existe') }
  const { title, description } = screen
  if (description === undefined) return { status: 200, head: hidden(title, title) }
  return { status: 200, head: { title, description, path: screen.path, text: textOf(title, description) } }
}

async function findProduct(c: Context<ApiEnv>, id: number, site: Site): Promise<Found> {
  const absent = hidden('Producto no disponible', 'No hay Stock o no existe el producto!')
  try {
    const head = await site.kept.part(c, `head of product ${id}`, [`catalogue ${id}`], async () => {
      const [product] = await findProducts(site.db, [id])
      return product?.isActive ? productHead(product, site) : null
    })
    return head ? { status: 200, head } : { status: 404, head: absent }
  } catch {
    // The page asks once more itself, and says what is wrong.
    return { status: 503, head: hidden('Producto', 'No pudimos cargar el producto.') }
  }
}

function hidden(title: string, text: string): PageHead {
  return { title, description: text, path: '/', isHidden: true, text: textOf(title, text) }
}

function textOf(title: string, text: string): string {
  const ways = [
    ['/home', 'Productos'],
    ['/about', 'Nosotros'],
    ['/preguntas-frecuentes', 'Preguntas frecuentes'],
    ['/contact', 'Contacto'],
  ].map(([path, name]) => `<a href="${path}">${name}</a>`)
  return `<h1>${escaped(title)}</h1><p>${escaped(text)}</p><p>${ways.join(' · ')}</p>`
}
