// Determines the caller's address. Believes headers only as far as the shop's own proxies wrote them.
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** 'local' without a socket, when a test calls the app directly. */
export function socketAddress(c: Context): string {
  const hasSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
  return hasSocket ? (getConnInfo(c).remote.address ?? 'unknown') : 'local'
}

export function clientNetwork(c: Context, trustedProxies: number): string {
  return networkOfRequest(socketAddress(c), c.req.header('x-forwarded-for'), trustedProxies)
}

/**
 * The caller's network: an IPv4 address, or an IPv6 /64, since one household has many addresses. `address`: of the
 * socket; `forwarded`: the raw X-Forwarded-For. `trustedProxies`: own proxies on the way; each appends one entry, so
 * earlier entries are the caller's claims. 0 ignores the header.
 */
export function networkOfRequest(address: string, forwarded: string | undefined, trustedProxies: number): string {
  const forwardedFor = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies)?.trim() : undefined
  return networkOf(forwardedFor && isIP(forwardedFor) !== 0 ? forwardedFor : address)
}

/** Other addresses are their own network. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? []
  if (mapped) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const all = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
