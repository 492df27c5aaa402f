// The built front: hashed assets for ever, and for every path that is a screen's the page, ready to be sent, with a head of its own.
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { everyScreen } from '#backend/domain/screens.limits.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { FindKept, Kept } from '#backend/http/from-memory.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { lastWritePosition } from '#backend/http/middleware/read-your-writes.ts'
import { isFilePath, sitemapPath } from '#backend/http/middleware/request-guards.ts'
import { pagePolicy, workerPolicy } from '#backend/http/middleware/security-headers.ts'
import { ReadyAnswer } from '#backend/http/ready-answer.ts'
import { escaped, type PageHead } from './page-head.ts'
import type { AskShop } from './page-renderer.ts'
import { type PageTemplate, readTemplate } from './page-template.ts'
import { productHead } from './product-head.ts'
import type { RenderedPage, RenderedPages } from './rendered-pages.ts'
import { robots, sitemap } from './sitemap.ts'

/** `scriptOrigin`: of the payment provider's script; `ask`: calls the API as a visitor. */
type Site = Pick<ApiShop, 'db' | 'positions' | 'cache' | 'catalogue' | 'publicUrl' | 'currency'> & {
  distDir: string
  scriptOrigin: string
  rendered: RenderedPages
  ask: AskShop
}
/** `productId`: the head follows what its page shows; `isFixed`: the page is always this one. */
type Found = { status: 200 | 404 | 503; head: PageHead; productId?: number; isFixed?: boolean }

const [maxFixed, longestFixed] = [1000, 200]

/** `find`: pages that are ready, by address. */
export function pages(site: Site): { app: Hono<ApiEnv>; find: FindKept } {
  const template = readTemplate(site.distDir)
  const { shell, complete } = documentsOf(site, template)
  const map = { publicUrl: site.publicUrl, builtAt: template.builtAt }
  const tagInMemory = (address: string) => site.cache.kept(address)?.answer.tag
  const fixed = new LRUCache<string, Pick<Kept, 'answer' | 'status'>>({ max: maxFixed })
  const app = new Hono<ApiEnv>().use(files(site.distDir, template.pictures)).get('*', allow('public'), async (c) => {
    const { path } = c.req
    if (path === '/robots.txt') return c.text(robots(site.publicUrl), 200, { 'Cache-Control': 'public, max-age=3600' })
    if (path === sitemapPath) return sitemapOf(c, site, map)
    if (path === '/version') return c.text(template.version, 200, { 'Cache-Control': 'no-store' })
    if (isFilePath(path)) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    const position = positionOf(site)
    const { pathname, search } = new URL(c.req.url)
    const found = await findPage(path, site)
    // A caller who has just changed something gets the shell, which asks the shop and shows the change.
    const isRendered = found.status === 200 && lastWritePosition(c) === undefined
    const asked = { pathname, search, position, complete: complete(found), ask: site.ask, tagInMemory }
    const page = (isRendered ? await site.rendered.find(asked) : null) ?? shell(found.head)
    if (found.isFixed && c.req.url.length <= longestFixed)
      fixed.set(pathname + search, { answer: page, ...(found.status === 404 && { status: 404 as const }) })
    return page.send(c, found.status, { ...timing(position), ...(found.status === 503 && { 'Retry-After': '5' }) })
  })
  const find: FindKept = (address) => {
    const headers = timing(positionOf(site))
    const answer = site.rendered.kept(address, tagInMemory)
    const kept = answer ? { answer } : fixed.get(address)
    return kept && { ...kept, route: '/*', headers }
  }
  return { app, find }
}

/** Read before the page is made or found, so that the page is at least as new. */
function positionOf({ positions, catalogue }: Site): number {
  return Math.min(positions.shown('catalogue'), catalogue.position)
}

/** Open pages follow the shop from here on (frontend/live). In the page itself it would make each one different. */
function timing(position: number): Readonly<Record<string, string>> {
  return position > 0 ? { 'Server-Timing': `position;desc="${position}"` } : {}
}

function documentsOf(site: Site, template: PageTemplate) {
  const { publicUrl, scriptOrigin } = site
  const headers = {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': pagePolicy(template.hashes, scriptOrigin),
  }
  const documentOf = (head: PageHead, rendered: RenderedPage | null) =>
    new ReadyAnswer(template.render(head, publicUrl, rendered), headers)
  const shells = new WeakMap<PageHead, ReadyAnswer>()
  const shell = (head: PageHead) => {
    const page = shells.get(head) ?? documentOf(head, null)
    shells.set(head, page)
    return page
  }
  const complete =
    ({ head, productId }: Found) =>
    (rendered: RenderedPage) => {
      const product = rendered.answers.find(({ address }) => address === `/api/product/${productId}`)
      return documentOf(product ? productHead(JSON.parse(product.body) as CatalogueItem, site) : head, rendered)
    }
  return { shell, complete }
}

/**
 * `pictures`: the name of what is built; an address with another release's name shows what this one has, and for this time only. Looks on the
 * disk for no path that can only be a page.
 */
function files(distDir: string, pictures: string | undefined): MiddlewareHandler<ApiEnv> {
  const serve = serveStatic<ApiEnv>({
    root: distDir,
    precompressed: true,
    onFound: (path, c) => {
      const isPicture = path.includes('/img/')
      const forever =
        path.includes('/assets/') || (isPicture && pictures !== undefined && c.req.query('v') === pictures)
      const isWorker = path.includes('/service-worker.js')
      c.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      // A cached worker would keep old pages, and it calls everything that pages call.
      if (isWorker) c.header('Cache-Control', 'no-cache')
      if (isWorker) c.header('Content-Security-Policy', workerPolicy)
      // Other sites and mails may embed pictures.
      if (isPicture) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    },
    // The page itself is never sent as it lies there, without its head and its policy.
    rewriteRequestPath: (path) => (path.startsWith('/index.html') || path.startsWith('/.') ? '/-' : path),
  })
  return (c, next) => (isFilePath(c.req.path) ? serve(c, next) : next())
}

async function sitemapOf(c: Context<ApiEnv>, { db, cache }: Site, map: { publicUrl: string; builtAt: Date }) {
  const asked = c.req.query('part')
  const part = asked === undefined ? undefined : Number(/^[1-9]\d{0,3}$/.exec(asked)?.[0])
  const xml = Number.isNaN(part) ? null : await sitemap({ ...map, cache }, db, part)
  if (xml === null) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
  return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' })
}

const known = everyScreen
  .filter(({ path }) => path !== '/product/$id')
  .map(({ path, title, description, rendered }) => ({
    pattern: new RegExp(`^${path.replaceAll('$id', '[^/]+')}/?$`, 'i'),
    isFixed: rendered === undefined,
    head:
      description === undefined ? hidden(title, title) : { title, description, path, text: textOf(title, description) },
  }))
const offline = hidden('Sin conexión', 'Esta página necesita conexión.')
const absentPage = hidden('Esta página no existe', 'Lo sentimos! Esta página no existe')
const absentProduct = hidden('Producto no disponible', 'No hay Stock o no existe el producto!')
const failedProduct = hidden('Producto', 'No pudimos cargar el producto.')

async function findPage(path: string, site: Site): Promise<Found> {
  // The service worker keeps this one, which becomes any page.
  if (path === '/shell') return { status: 200, head: offline, isFixed: true }
  const product = /^\/product\/(\d{1,15})\/?$/i.exec(path)
  if (product) return findProduct(Number(product[1]), site)
  const screen = known.find(({ pattern }) => pattern.test(path))
  return screen
    ? { status: 200, head: screen.head, isFixed: screen.isFixed }
    : { status: 404, head: absentPage, isFixed: true }
}

async function findProduct(productId: number, site: Site): Promise<Found> {
  try {
    await site.catalogue.catchUp()
    const product = site.catalogue.find(productId)
    if (!product?.isActive) return { status: 404, head: absentProduct }
    return { status: 200, head: productHead(product, site), productId }
  } catch {
    // The page retries and shows the error.
    return { status: 503, head: failedProduct }
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
