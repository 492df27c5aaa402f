// Where to go after signing in: only places inside the shop. Imports nothing, since each browser loads it too.
const shop = 'http://shop.invalid'

/** The address as a path of this shop other than /login and /register, with its query; undefined for every other one. */
export function safeRedirect(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address) || /[\\\p{Cc}]/u.test(address)) return undefined
  const { pathname, search, hash } = new URL(address, shop)
  return /^\/(\/|(login|register)\b)/.test(pathname) ? undefined : pathname + search + hash
}
