// How the columns of stored events are read from PostgreSQL.
import pg from 'pg'

const jsonOid = 114
const timestampOid = 1184

export const storedColumns = 'pos, stream_id, version, type, schema_version, data, meta, at'

/** Leaves json columns as text, since what is not wanted is never parsed, and reads times without the driver's regular expressions. */
export const storedTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === jsonOid) return (text: string) => text
    return oid === timestampOid ? storedTime : pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** A timestamptz as PostgreSQL writes it, to the millisecond. */
export function storedTime(text: string): Date {
  return utcTime(text) ?? parseTime(text)
}

const parseTime = pg.types.getTypeParser(timestampOid) as (text: string) => Date

/** '2026-11-21 07:49:54.123456+00' as PostgreSQL writes it under UTC, to the millisecond; undefined for other shapes. */
function utcTime(text: string): Date | undefined {
  if (!text.endsWith('+00') || text.charCodeAt(4) !== 45) return undefined
  const number = (from: number, to: number) => {
    let value = 0
    for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48
    return value
  }
  const fraction = text.slice(20, -3).padEnd(3, '0')
  const milliseconds = text.charCodeAt(19) === 46 ? Number(fraction.slice(0, 3)) : 0
  return new Date(
    Date.UTC(
      number(0, 4),
      number(5, 7) - 1,
      number(8, 10),
      number(11, 13),
      number(14, 16),
      number(17, 19),
      milliseconds,
    ),
  )
}
