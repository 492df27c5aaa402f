// Limits sign-in redirects to pages of the shop. Imports nothing, since every browser loads it.
const shop = 'http://shop.invalid'

/** Path and query of a page other than /login and /register; undefined otherwise. */
export function safeRedirect(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address) || /[\\\p{Cc}]/u.test(address)) return undefined
  const { pathname, search, hash } = new URL(address, shop)
  return /^\/(\/|(login|register)\b)/.test(pathname) ? undefined : pathname + search + hash
}
