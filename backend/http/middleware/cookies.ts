// The shop's cookies: for this host alone, and out of reach of scripts.
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

type Name = 'sid' | 'position' | 'device' | 'google-attempt' | 'google-link'

/** By https with the prefix that only this host can set. */
export function cookieName(name: Name, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

export function readCookie(c: Context, name: Name): string | undefined {
  return getCookie(c, cookieName(name, c.var.shop.secureCookies))
}

export function writeCookie(c: Context, name: Name, value: string, ends: { maxAge: number } | { expires: Date }): void {
  const { secureCookies: secure } = c.var.shop
  setCookie(c, cookieName(name, secure), value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, ...ends })
}

export function dropCookie(c: Context, name: Name): void {
  const { secureCookies: secure } = c.var.shop
  deleteCookie(c, cookieName(name, secure), { path: '/', secure })
}
