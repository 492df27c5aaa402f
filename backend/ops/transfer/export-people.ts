// Exports persons' keys and passwords, which the log lacks.
import type pg from 'pg'
import { Chain, formatVersion, type KeyLine, keysFormat } from './log-file.ts'

/** Yields header, keys, passwords and end; fills `count` on the way. */
export async function* keyTexts(
  ownerPool: pg.Pool,
  count: { keys: number; credentials: number },
): AsyncGenerator<string> {
  const chain = new Chain()
  yield chain.link(JSON.stringify({ format: keysFormat, version: formatVersion }))
  const keys = await ownerPool.query<KeyLine>(
    `select subject, translate(encode(wrapped_key, 'base64'), E'\\n', '') as "wrappedKey", created_at::text as "createdAt"
     from keys.subjects where wrapped_key is not null order by subject`,
  )
  const credentials = await ownerPool.query<KeyLine>(
    `select user_id as "userId", password_hash as "passwordHash", encode(binding, 'hex') as binding, changed_at::text as "changedAt"
     from auth.credentials order by user_id`,
  )
  for (const row of [...keys.rows, ...credentials.rows]) yield chain.link(JSON.stringify(row))
  count.keys = keys.rows.length
  count.credentials = credentials.rows.length
  yield chain.link(JSON.stringify({ end: true, lines: count.keys + count.credentials }))
}
