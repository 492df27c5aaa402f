import { everyScreen } from '#backend/domain/screens.limits.ts'
import type { ResponseCache } from '#backend/http/middleware/response-cache.ts'
import { countActive, listActive } from '#backend/readmodels/catalogue/sitemap.queries.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { escaped } from './page-head.ts'

/** Products per file; the protocol allows 50,000 addresses. */
const perPart = 10_000
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Site = { publicUrl: string; builtAt: Date; cache: ResponseCache }

/** Public pages and active products, or an index of parts if there are many. Null: no such part. */
export async function sitemap(site: Site, db: Database, part: number | undefined): Promise<string | null> {
  const cached = <Value>(name: string, make: () => Promise<Value>) =>
    site.cache.part(null, `sitemap ${name}`, ['catalogue'], make)
  const count = await cached('count', () => countActive(db))
  const parts = Math.max(1, Math.ceil(count / perPart))
  if (part === undefined && parts > 1) return indexOf(parts, site)
  const number = part ?? 1
  return number > parts ? null : cached(`${number}`, () => listPart(site, db, number))
}

async function listPart(site: Site, db: Database, number: number): Promise<string> {
  const products = await listActive(db, { from: (number - 1) * perPart, most: perPart })
  const pages = number === 1 ? everyScreen.filter(({ description }) => description !== undefined) : []
  return document('urlset', [
    ...pages.map(({ path }) => entry('url', path, site.builtAt, site)),
    ...products.map(({ id, changedAt }) => entry('url', `/product/${id}`, changedAt, site)),
  ])
}

function indexOf(parts: number, site: Site): string {
  const numbers = Array.from({ length: parts }, (_, index) => index + 1)
  return document(
    'sitemapindex',
    numbers.map((number) => entry('sitemap', `/sitemap.xml?part=${number}`, null, site)),
  )
}

function entry(element: 'url' | 'sitemap', path: string, changedAt: Date | null, { publicUrl }: Site): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<${element}><loc>${escaped(new URL(path, publicUrl).href)}</loc>${changed}</${element}>`
}

function document(element: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${element} ${namespace}>\n${entries.join('\n')}\n</${element}>\n`
}

/** Blocks API calls that public pages don't need; private pages are noindex themselves. */
export function robots(publicUrl: string): string {
  const rules = ['User-agent: *', 'Allow: /api/catalogue', 'Allow: /api/product', 'Allow: /api/shop', 'Disallow: /api/']
  return `${rules.join('\n')}\n\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`
}
