// Prepares repeated library statements, so that a session parses and plans each only once.
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** Sessions never forget prepared statements, so further texts are planned each time. */
const mostNames = 200

const single = /^\s*(with|select|insert|update|delete)\b[^;]*$/i
const names = new Map<string, string>()

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
