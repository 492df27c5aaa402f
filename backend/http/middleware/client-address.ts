// Where a request comes from. What a header says of it is believed only as far as the shop's own proxies wrote it.
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The address at the other end of the socket; 'local' if there is no socket (a test calling the app directly). */
export function socketAddress(c: Context): string {
  const hasSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
  return hasSocket ? (getConnInfo(c).remote.address ?? 'unknown') : 'local'
}

/** The network that a request of the app comes from: see networkOfRequest. */
export function clientNetwork(c: Context, trustedProxies: number): string {
  return networkOfRequest(socketAddress(c), c.req.header('x-forwarded-for'), trustedProxies)
}

/**
 * The caller's network: an IPv4 address, or the /64 of an IPv6 one, since a household or a rented server has that many of its own.
 * address: at the other end of the socket; forwarded: X-Forwarded-For as it came. trustedProxies: how many of the shop's own proxies a request
 * passes; each adds one entry at the end of that header, so what stands before those was written by the caller. 0: the header is not looked at.
 */
export function networkOfRequest(address: string, forwarded: string | undefined, trustedProxies: number): string {
  const told = trustedProxies > 0 ? forwarded?.split(',').at(-trustedProxies)?.trim() : undefined
  return networkOf(told && isIP(told) !== 0 ? told : address)
}

/** An address that is no IPv6 one is its own network. */
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
