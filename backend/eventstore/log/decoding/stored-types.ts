// Parses the columns of stored events from PostgreSQL.
import pg from 'pg'

const jsonOid = 114
const timestampOid = 1184

export const storedColumns = 'pos, stream_id, version, type, schema_version, data, meta, at'

/**
 * Leaves json columns as text, since readers skip many rows unparsed, and parses times without the driver's regular
 * expressions.
 */
export const storedTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === jsonOid) return (text: string) => text
    return oid === timestampOid ? storedTime : pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export function storedTime(text: string): Date {
  return utcTime(text) ?? parseTime(text)
}

const parseTime = pg.types.getTypeParser(timestampOid) as (text: string) => Date

/**
 * Parses '2026-11-21 07:49:54.123456+00', PostgreSQL's format under UTC, to the millisecond; undefined for other
 * formats.
 */
function utcTime(text: string): Date | undefined {
  if (!text.endsWith('+00') || text.charCodeAt(4) !== 45) return undefined
  const at = Date.UTC(
    digits(text, 0, 4),
    digits(text, 5, 7) - 1,
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
    digits(text, 17, 19),
  )
  return new Date(text.charCodeAt(19) === 46 ? at + milliseconds(text) : at)
}

function milliseconds(text: string): number {
  const end = Math.min(text.length - 3, 23)
  return digits(text, 20, end) * 10 ** (23 - end)
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48
  return value
}
