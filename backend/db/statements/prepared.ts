// Statements that come from a library as texts, and again and again: a session parses and plans each of them once.
import { createHash } from 'node:crypto'
import pg from 'pg'

/** What a session keeps it keeps for good: of more texts than this the others are planned each time. */
const mostNames = 200

/** A few of them to a program; several statements in one text cannot be kept. */
const single = /^\s*(with|select|insert|update|delete)\b[^;]*$/i
const names = new Map<string, string>()

/** The statement under a name that its text alone decides, or without one. */
export function prepared(text: string, values: unknown[] | undefined): pg.QueryConfig {
  const name = nameOf(text)
  return { ...(name !== undefined && { name }), text, ...(values && { values }) }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames || !single.test(text)) return known
  const name = `sql ${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
  names.set(text, name)
  return name
}

type Query = (...asked: unknown[]) => unknown

/** A connection whose statements are prepared wherever they come as text with values. */
export class PreparingClient extends pg.Client {
  override query: pg.Client['query'] = ((...asked: unknown[]) => {
    const [text, values, ...rest] = asked
    const send = pg.Client.prototype.query as Query
    return typeof text === 'string' && Array.isArray(values)
      ? send.call(this, prepared(text, values), ...rest)
      : send.apply(this, asked)
  }) as pg.Client['query']
}
