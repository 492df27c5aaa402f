// Where to go after signing in. Only places inside the shop.

/** The address if it is a path of this shop other than /login and /register; otherwise undefined. */
export function safeRedirect(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address) || /[\\\p{Cc}]/u.test(address)) return undefined
  return /^\/(login|register)\b/.test(address) ? undefined : address
}
