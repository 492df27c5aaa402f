// What the browser keeps for when there is no connection, and what leaves when it is too much. Pure.

/** The cache of public answers and pictures that were seen. It tells what somebody looked at: signing out empties it. */
export const seenCache = 'seen'

/** bytes: 20 MB and no single answer above 2 MB; entries: some hundred products with their pictures. */
export const limits = { entries: 300, bytes: 20_000_000, bytesOfOne: 2_000_000 } as const

/** What a page tells the worker: the addresses that it asked for before the worker was there, and the answers that came with it. */
export type PageNews = { seen: string[]; answers: [address: string, text: string][] }

const ofCatalogue = /^\/api\/(?:catalogue(?:\/(?:offers|shelf))?|product\/\d{1,15}(?:\/reviews)?)$/

/** Whether everybody gets the same answer here: the catalogue, products, their reviews, and the shop's pictures. */
export function isForEverybody({ pathname }: Pick<URL, 'pathname'>): boolean {
  return ofCatalogue.test(pathname) || pathname.startsWith('/img/') || pathname === '/loading.svg'
}

/** What a picture of the shop is called in all its sizes and formats; undefined for anything else. */
export function pictureOf({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /^(\/img\/[\w/-]+?)(?:-(?:160|400|640|800|960|1280|1920))?\.(?:avif|webp)$/.exec(pathname)?.[1]
}

/** Whether an answer may be kept: whole, the shop's own, and not for one person or for one time only. */
export function mayBeKept({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return status === 200 && type === 'basic' && !/no-store|private/.test(headers.get('cache-control') ?? '')
}

/** How many of the entries, least recently used first, have to leave. `sizes` in bytes. */
export function howManyLeave(sizes: readonly number[], { entries, bytes }: { entries: number; bytes: number }): number {
  let left = sizes.reduce((sum, size) => sum + size, 0)
  let leaving = 0
  while (leaving < sizes.length && (sizes.length - leaving > entries || left > bytes)) left -= sizes[leaving++] ?? 0
  return leaving
}
