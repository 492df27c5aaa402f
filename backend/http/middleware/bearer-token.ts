import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

export function bringsToken(c: Context, token: string): boolean {
  const [, sent = ''] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
