// Rules of the offline cache and its eviction. Pure.

/** Cache of viewed public answers and pictures. It reveals browsing, so signing out clears it. */
export const seenCache = 'seen'

/** About some hundred products with pictures: 20 MB, no answer above 2 MB. */
export const limits = { entries: 300, bytes: 20_000_000, bytesOfOne: 2_000_000 } as const

/** Addresses requested before the worker was active, and answers embedded in the page. */
export type PageNews = { seen: string[]; answers: [address: string, text: string][] }

const ofCatalogue = /^\/api\/(?:catalogue(?:\/(?:offers|shelf))?|product\/\d{1,15}(?:\/reviews)?)$/

/** Public answers: catalogue, products, reviews, and the shop's pictures. */
export function isForEverybody({ pathname }: Pick<URL, 'pathname'>): boolean {
  return ofCatalogue.test(pathname) || pathname.startsWith('/img/') || pathname === '/loading.svg'
}

/** A picture's name in all sizes and formats; undefined for anything else. */
export function pictureOf({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /^(\/img\/[\w/-]+?)(?:-(?:160|400|640|800|960|1280|1920))?\.(?:avif|webp)$/.exec(pathname)?.[1]
}

/** Cacheable: complete, from the shop, neither private nor no-store. */
export function mayBeKept({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return status === 200 && type === 'basic' && !/no-store|private/.test(headers.get('cache-control') ?? '')
}

/** Number of least recently used entries to evict. `sizes` in bytes. */
export function howManyLeave(sizes: readonly number[], { entries, bytes }: { entries: number; bytes: number }): number {
  let left = sizes.reduce((sum, size) => sum + size, 0)
  let leaving = 0
  while (leaving < sizes.length && (sizes.length - leaving > entries || left > bytes)) left -= sizes[leaving++] ?? 0
  return leaving
}
