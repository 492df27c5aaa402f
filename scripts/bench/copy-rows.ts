// COPY FROM STDIN of rows as text.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

export function copyRows(client: pg.ClientBase, statement: string, rows: string): Promise<void> {
  return pipeline(Readable.from([Buffer.from(rows)]), client.query(from(statement)))
}
