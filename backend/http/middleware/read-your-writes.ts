// Read-your-writes over HTTP: a command leaves its position in a short-lived cookie, and the caller's next lists and pages wait for it.

import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { CatalogueHolder } from '#backend/readmodels/catalogue/held/catalogue-holder.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'
import type { ApiEnv } from './allow.ts'

const cookie = 'position'
/** By https its name has the prefix of cookies that only this host can set. */
const sentPosition = /(?:^|; ?)(?:__Host-)?position=([1-9]\d{0,14})(?:;|$)/

/** Notes the position of the caller's command, also as the header x-position. A repeat of an older command keeps the later position. */
export function notePosition(c: Context, position: number): void {
  c.header('x-position', String(position))
  const latest = Math.max(position, lastWritePosition(c) ?? 0)
  const isSecure = (c as Context<ApiEnv>).get('sessionCookie').startsWith('__Host-')
  const prefix = isSecure ? ({ prefix: 'host', secure: true } as const) : {}
  setCookie(c, cookie, String(latest), { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 20, ...prefix })
}

/** The position of the caller's last command, undefined if there was none of late. */
export function lastWritePosition(c: Context): number | undefined {
  const sent = sentPosition.exec(c.req.header('cookie') ?? '')?.[1]
  return sent === undefined ? undefined : Number(sent)
}

/** In milliseconds: so long what is held in memory may take to follow a read model that is there. */
const maxHeldMs = 500

/**
 * Waits until the read models show the caller's last command, and the catalogue if it is answered from memory; a list that is still behind after
 * the budget says so in x-stale, as does a catalogue that may be behind while its process cannot hear of changes.
 */
export async function waitForOwnWrites(
  c: Context,
  positions: Positions<ReadModelName>,
  readModels: readonly ReadModelName[],
  catalogue?: CatalogueHolder,
): Promise<void> {
  if (catalogue && positions.isDeaf) c.header('x-stale', 'true')
  const position = lastWritePosition(c)
  if (position === undefined) return catalogue?.catchUp()
  const isShown = await positions.waitFor(readModels, position)
  const isHeld = !catalogue || (await catalogue.shows(position, isShown ? maxHeldMs : 0))
  if (!isShown || !isHeld) c.header('x-stale', 'true')
}
