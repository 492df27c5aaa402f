/** `path`: the canonical address; `isHidden`: noindex. */
export type PageHead = {
  title: string
  description: string
  path: string
  picture?: { url: string; alt: string }
  isHidden?: boolean
  data?: readonly object[]
  text: string
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export function inScript(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export function headElements(page: PageHead, publicUrl: string): string {
  const title = escaped(`${page.title} · GamerTech`)
  const description = escaped(page.description)
  const address = escaped(new URL(page.path, publicUrl).href)
  const { url, alt } = page.picture ?? { url: '/img/og.webp', alt: 'GamerTech' }
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}" />`
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    ...(page.isHidden
      ? ['<meta name="robots" content="noindex" />']
      : [`<link rel="canonical" href="${address}" />`, meta('og:url', address)]),
    meta('og:site_name', 'GamerTech'),
    meta('og:type', 'website'),
    meta('og:locale', 'es_AR'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:image', escaped(new URL(url, publicUrl).href)),
    meta('og:image:alt', escaped(alt)),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...(page.data ?? []).map((data) => `<script type="application/ld+json">${inScript(JSON.stringify(data))}</script>`),
  ].join('\n    ')
}
