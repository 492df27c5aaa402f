// Where a request comes from: the socket's address. Forwarded headers are not believed, since anybody can write them.
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The caller's IP address; 'local' where there is no socket (a test calling the app directly). */
export function clientAddress(c: Context): string {
  const hasSocket = typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
  return hasSocket ? (getConnInfo(c).remote.address ?? 'unknown') : 'local'
}
