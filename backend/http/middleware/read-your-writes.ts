// Read-your-writes: a command leaves its position in a short-lived cookie, and the caller's next reads wait for it.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ownWrites, showOwnWrites } from '#backend/readmodels/own-writes.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { writeCookie } from './cookies.ts'

const sentPosition = /(?:^|; ?)(?:__Host-)?position=([1-9]\d{0,14})(?:;|$)/

/** Notes a command's position for the rest of this request and the next ones. Keeps the later of two positions. */
export function notePosition(c: Context, position: number): void {
  c.header('x-position', String(position))
  const latest = Math.max(position, lastWritePosition(c) ?? 0)
  writeCookie(c, 'position', String(latest), { maxAge: 20 })
  const own = ownWrites.getStore()
  if (own) Object.assign(own, { position, isStale: false })
}

export function lastWritePosition(c: Context): number | undefined {
  return writePositionIn(c.req.header('cookie') ?? '')
}

export function writePositionIn(cookie: string): number | undefined {
  const sent = sentPosition.exec(cookie)?.[1]
  return sent === undefined ? undefined : Number(sent)
}

/** Longest wait for the in-memory catalogue behind its read model, in milliseconds. */
const maxHeldMs = 500

/**
 * The queries of a request show its caller's last command. After the budget a stale list says so in x-stale, as does a
 * catalogue cut off from notifications.
 */
export const readOwnWrites = createMiddleware(async (c, next) => {
  const own = { position: lastWritePosition(c) ?? 0, isStale: false }
  await ownWrites.run(own, next)
  if (own.isStale) c.header('x-stale', 'true')
})

/** The same for what is answered from the in-memory catalogue. */
export async function waitForCatalogue(c: Context, ...besides: readonly ReadModelName[]): Promise<void> {
  const { positions, catalogue } = c.var.shop
  if (positions.isDeaf) c.header('x-stale', 'true')
  const position = lastWritePosition(c)
  if (position === undefined) return catalogue.catchUp()
  const isShown = await showOwnWrites(positions, ['catalogue', ...besides])
  if (!(await catalogue.shows(position, isShown ? maxHeldMs : 0))) c.header('x-stale', 'true')
}
