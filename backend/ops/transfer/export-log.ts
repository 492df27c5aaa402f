// Exports the log as lines of text, page by page, and persons' keys and passwords, which the log lacks.
import type pg from 'pg'
import { type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { readTypeNames } from '#backend/ops/inspect/read-events.ts'
import { Chain, formatVersion, type KeyLine, keysFormat, logFormat } from './log-file.ts'

const page = 5000

/** Yields header, events from `from` to `head`, and end. Throws OpsFailure for a missing position or unknown type. */
export async function* logTexts(
  { ownerPool, at }: Pick<OpsContext, 'ownerPool' | 'at'>,
  chain: Chain,
  { from, head }: { from: number; head: number },
): AsyncGenerator<string> {
  const { rows: database } = await ownerPool.query<{ name: string }>('select current_database() as name')
  const names = await readTypeNames(ownerPool)
  const header = {
    format: logFormat,
    version: formatVersion,
    source: database[0]?.name ?? '',
    exportedAt: new Date().toISOString(),
    from,
    head,
    types: [...names.values()],
  }
  yield chain.link(JSON.stringify(header))
  for (let last = from - 1; last < head; ) {
    const to = Math.min(last + page, head)
    const { rows } = await ownerPool.query<StoredRow>(storedRows, [last, to])
    const hole = rows.findIndex((row, index) => row.pos !== last + index + 1)
    if (hole >= 0 || rows.length < to - last)
      throw new OpsFailure(`Al registro le falta la posición ${last + (hole < 0 ? rows.length : hole) + 1}.`)
    yield rows.map((row) => chain.link(lineOf(row, names))).join('')
    last = to
    at(last - from + 1, head - from + 1, 'exportación')
  }
  yield chain.link(JSON.stringify({ end: true, events: head - from + 1 }))
}

type StoredRow = {
  pos: number
  stream: string
  version: number
  type: number
  schema: number
  at: string
  data: string
  meta: string
}

const storedRows = `select pos, stream_id as stream, version, type, schema_version as schema,
    to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, data::text, meta::text
  from es.events where pos > $1 and pos <= $2 order by pos`

function lineOf(row: StoredRow, names: ReadonlyMap<number, string>): string {
  const type = names.get(row.type)
  if (type === undefined)
    throw new OpsFailure(`El evento ${row.pos} es de un tipo (${row.type}) que el registro no nombra.`)
  return JSON.stringify({ ...row, type })
}

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
