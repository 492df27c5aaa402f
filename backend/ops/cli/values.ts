import { type ShopLog, shopLog } from '#backend/domain/shop-log.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import type { StreamOf } from '#backend/eventstore/log/stream-id.ts'
import type { Projection } from '#backend/eventstore/projections/projection.ts'
import type { NotedHash } from '#backend/ops/verify/verify-chain.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { WrongUse } from './command.ts'

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const ago = /^(\d+)([smhd])$/
const instant = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/

export function ifGiven<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  return text === undefined ? undefined : read(text)
}

/** Reads '2026-08-21', '2026-08-21T10:30', '...:00-03:00' (default: this machine's zone), or '90m', '2h', '3d' ago. */
export function readTime(option: string, text: string, now = new Date()): Date {
  const back = ago.exec(text)
  if (back) return new Date(now.getTime() - Number(back[1]) * units[back[2] as keyof typeof units] * 1000)
  const match = instant.exec(text)
  // JavaScript reads a bare date as UTC.
  const time = match ? new Date(text.length === 10 ? `${text}T00:00` : text) : undefined
  if (time && !Number.isNaN(time.getTime())) return time
  throw new WrongUse(
    `${option} no admite «${text}»: se espera una hora como 2026-08-21T10:30 (local, o con su zona), o 90m, 2h, 3d atrás.`,
  )
}

export function readNumber(option: string, text: string, least: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least) return value
  throw new WrongUse(`${option} no admite «${text}»: se espera un número entero desde ${least}.`)
}

export function readStream(text: string): StreamOf<ShopLog> {
  const categories = Object.keys(shopLog.categories)
  const [category = ''] = text.split('-', 1)
  if (categories.includes(category) && text.length > category.length + 1) return text as StreamOf<ShopLog>
  throw new WrongUse(`No hay streams «${text}»: se espera algo como order-9, y los hay de ${categories.join(', ')}.`)
}

export function readTypes(text: string): string[] {
  const known = eventDefinitionsOf(shopLog).map((definition) => definition.name)
  const types = text.split(',').map((type) => type.trim())
  const unknown = types.find((type) => !known.includes(type))
  if (unknown === undefined) return types
  throw new WrongUse(`No hay eventos «${unknown}». Los que hay: ${known.join(', ')}.`)
}

export function readNotedHash(option: string, text: string): NotedHash {
  const [, position, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (position === undefined)
    throw new WrongUse(`${option} no admite «${text}»: se espera lo que verify dijo, como 4514:9f86d0….`)
  return { position: Number(position), hash }
}

/** Throws WrongUse with the valid names for an unknown one; `others` are valid too. */
export function readProjection(name: string | undefined, ...others: string[]): Projection {
  const found = projections.find((projection) => projection.name === name)
  if (found) return found
  const names = [projections.map((projection) => projection.name).join(', '), ...others].join(', o ')
  throw new WrongUse(`No hay una proyección ${name || 'sin nombre'}. Las que hay: ${names}.`)
}

export function readProjections(name: string | undefined): readonly Projection[] {
  return name === 'all' ? projections : [readProjection(name, 'all')]
}
