// Writes thousands of rows by COPY: into the table if new, through a staging table otherwise.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Projection, Row } from '#backend/eventstore/projections/projection.ts'
import { deleteRows, type Folded, type RowTable, upsertFrom } from '#backend/eventstore/projections/row-writer.ts'

const chunkSize = 65_536

/** Writes inside the client's transaction; `areNew` promises that the table holds none of these rows. */
export async function bulkWrite(
  client: pg.ClientBase,
  target: RowTable,
  rows: Folded,
  options: { areNew: boolean },
): Promise<void> {
  if (rows.size === 0) return
  const { projection, table } = target
  if (options.areNew) return copy(client, projection, table, rows)
  await client.query(`create temporary table if not exists staging (like ${table}) on commit drop; truncate staging`)
  await copy(client, projection, 'staging', rows)
  await client.query(upsertFrom(target, 'staging'))
  await deleteRows(client, target, rows)
}

async function copy(client: pg.ClientBase, projection: Projection, table: string, rows: Folded): Promise<void> {
  const columns = Object.keys(projection.columns)
  const stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(copyText(projection, rows)), stream)
}

function* copyText(projection: Projection, rows: Folded): Generator<string> {
  const columns = Object.entries(projection.columns).map(([name, type]) => ({ name, isJson: /^jsonb?\b/.test(type) }))
  let chunk = ''
  for (const { row } of rows.values()) {
    if (row === null) continue
    chunk += `${columns.map((column) => copyValue(row, column)).join('\t')}\n`
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

function copyValue(row: Row, { name, isJson }: { name: string; isJson: boolean }): string {
  const value = row[name]
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return escaped(isJson || typeof value !== 'string' ? JSON.stringify(value) : value)
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(text: string): string {
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character) : text
}
