// Read-your-writes: a command leaves its position in a short-lived cookie, and the caller's next reads wait for it.
import type { Context } from 'hono'
import { shopOf } from '#backend/http/api-shop.ts'
import type { LiveCatalogue } from '#backend/readmodels/catalogue/in-memory/live-catalogue.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import { writeCookie } from './cookies.ts'

const sentPosition = /(?:^|; ?)(?:__Host-)?position=([1-9]\d{0,14})(?:;|$)/

/** Notes a command's position and waits until these read models show it. */
export async function waitForWrite(c: Context, position: number, readModels: readonly ReadModelName[]): Promise<void> {
  notePosition(c, position)
  await shopOf(c).positions.waitFor(readModels, position)
}

/** Also sets the header x-position. Keeps the later of two positions. */
export function notePosition(c: Context, position: number): void {
  c.header('x-position', String(position))
  const latest = Math.max(position, lastWritePosition(c) ?? 0)
  writeCookie(c, 'position', String(latest), { maxAge: 20 })
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
 * Waits until the read models, and the in-memory catalogue if used, show the caller's last command. After the budget
 * a stale list says so in x-stale, as does a catalogue cut off from notifications.
 */
export async function waitForOwnWrites(
  c: Context,
  readModels: readonly ReadModelName[],
  catalogue?: LiveCatalogue,
): Promise<void> {
  const { positions } = shopOf(c)
  if (catalogue && positions.isDeaf) c.header('x-stale', 'true')
  const position = lastWritePosition(c)
  if (position === undefined) return catalogue?.catchUp()
  const isShown = await positions.waitFor(readModels, position)
  const isHeld = !catalogue || (await catalogue.shows(position, isShown ? maxHeldMs : 0))
  if (!isShown || !isHeld) c.header('x-stale', 'true')
}
