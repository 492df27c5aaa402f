/** Cache of viewed public answers and pictures. It reveals browsing, so signing out clears it. */
export const seenCache = 'seen'

/** Enough for about a hundred products with pictures. */
export const maxSeen = 300

const ofCatalogue = /^\/api\/(?:catalogue(?:\/(?:offers|shelf))?|product\/\d{1,15}(?:\/reviews)?)$/

export function isPublic({ pathname }: Pick<URL, 'pathname'>): boolean {
  return ofCatalogue.test(pathname) || pathname.startsWith('/img/') || pathname === '/loading.svg'
}

/** A picture's name in all sizes and formats; undefined for anything else. */
export function pictureOf({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /^(\/img\/[\w/-]+?)(?:-(?:160|400|640|800|960|1280|1920))?\.(?:avif|webp)$/.exec(pathname)?.[1]
}

/** Complete, from the shop, neither private nor no-store. */
export function isCacheable({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return status === 200 && type === 'basic' && !/no-store|private/.test(headers.get('cache-control') ?? '')
}
