// Exports the log as lines of text, page by page.
import { type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import type { Progress } from '#backend/ops/cli/progress.ts'
import { type Chain, formatVersion, logFormat } from './log-file.ts'

const page = 5000

/**
 * Yields header, events from `from` to `head`, and end. Throws OpsFailure for a missing position or an unknown type.
 */
export async function* logTexts(
  { ownerPool }: Pick<OpsContext, 'ownerPool'>,
  chain: Chain,
  { from, head }: { from: number; head: number },
  bar: Progress,
): AsyncGenerator<string> {
  const { rows: database } = await ownerPool.query<{ name: string }>('select current_database() as name')
  const { rows: known } = await ownerPool.query<{ id: number; name: string }>(
    'select id, name from es.event_types order by id',
  )
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const header = {
    format: logFormat,
    version: formatVersion,
    source: database[0]?.name ?? '',
    exportedAt: new Date().toISOString(),
    from,
    head,
    types: known.map((row) => row.name),
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
    bar.at(last - from + 1)
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
