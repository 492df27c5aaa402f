// ops export FILE: the whole log as it is stored, for a backup or another database.
import type { EventCodec } from '#backend/eventstore/log/codec.ts'
import { defineCommand, exitCodes, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { writeThrough, writeWhole } from '#backend/ops/cli/output-file.ts'
import type { Progress } from '#backend/ops/cli/progress.ts'
import { readNumber } from '#backend/ops/cli/values.ts'
import { Chain, formatVersion, type KeyLine, keysFormat, logFormat } from '#backend/ops/transfer/log-file.ts'

const page = 5000

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Escribe el registro entero, byte por byte, en un archivo de líneas JSON (o - para la salida).',
  operands: ['ARCHIVO|-'],
  options: {
    from: {
      type: 'string',
      value: 'POSICIÓN',
      help: 'desde esa posición; solo un registro desde la primera se puede importar',
    },
    'with-keys': {
      type: 'string',
      value: 'ARCHIVO',
      help: 'aparte, las claves de las personas (envueltas con DATA_KEY) y las contraseñas cifradas, que no están en el registro',
    },
  },
  async run(context, { operands: [path = ''], options }) {
    const keysPath = options['with-keys']
    if (keysPath === path) throw new WrongUse('Las claves van en otro archivo que el registro.')
    const head = await context.core.store.head()
    const from = options.from === undefined ? 1 : readNumber('--from', options.from, 1)
    if (from > head + 1) throw new OpsFailure(`El registro va por la posición ${head}: no hay una ${from}.`)
    const bar = context.progress('exportación', head - from + 1)
    const chain = new Chain()
    const texts = logTexts(context, chain, { from, head }, bar)
    if (path === '-') await writeThrough(context.stdout, texts, context.signal)
    else await writeWhole(path, texts, context.signal)
    bar.end()
    // After the log: a person's key is there before the first event that needs it.
    const keys = keysPath === undefined ? null : await writeKeys(context, keysPath)
    tell(context, { path, from, head, sum: chain.last, keysPath, keys })
    return exitCodes.ok
  },
})

async function* logTexts(
  { core, ownerPool }: OpsContext,
  chain: Chain,
  { from, head }: { from: number; head: number },
  bar: Progress,
): AsyncGenerator<string> {
  const { rows: database } = await ownerPool.query<{ name: string }>('select current_database() as name')
  const { rows: known } = await ownerPool.query<{ name: string }>('select name from es.event_types order by id')
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
    yield rows.map((row) => chain.link(lineOf(row, core.store.codec))).join('')
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

function lineOf(row: StoredRow, codec: EventCodec): string {
  const type = codec.typeName(row.type)
  if (type === undefined)
    throw new OpsFailure(`El evento ${row.pos} es de un tipo (${row.type}) que el registro no nombra.`)
  return JSON.stringify({ ...row, type })
}

/** Answers how many keys and credentials were written. */
async function writeKeys(context: OpsContext, path: string): Promise<{ keys: number; credentials: number }> {
  const count = { keys: 0, credentials: 0 }
  await writeWhole(path, keyTexts(context, count), context.signal)
  return count
}

async function* keyTexts(
  { ownerPool }: OpsContext,
  count: { keys: number; credentials: number },
): AsyncGenerator<string> {
  const chain = new Chain()
  yield chain.link(JSON.stringify({ format: keysFormat, version: formatVersion }))
  const keys = await ownerPool.query<KeyLine>(
    `select subject, translate(encode(wrapped_key, 'base64'), E'\\n', '') as "wrappedKey", created_at::text as "createdAt"
     from keys.subjects where wrapped_key is not null order by subject`,
  )
  const credentials = await ownerPool.query<KeyLine>(
    `select user_id as "userId", password_hash as "passwordHash", changed_at::text as "changedAt" from auth.credentials order by user_id`,
  )
  for (const row of [...keys.rows, ...credentials.rows]) yield chain.link(JSON.stringify(row))
  count.keys = keys.rows.length
  count.credentials = credentials.rows.length
  yield chain.link(JSON.stringify({ end: true, lines: count.keys + count.credentials }))
}

type Written = {
  path: string
  from: number
  head: number
  sum: string
  keysPath: string | undefined
  keys: { keys: number; credentials: number } | null
}

/** With - the standard output is the log itself: what is left to say goes beside it. */
function tell(context: OpsContext, { path, from, head, sum, keysPath, keys }: Written): void {
  const say = path === '-' ? context.note : context.print
  if (path !== '-')
    context.emit({ path, from, head, events: head - from + 1, sum, keysPath: keysPath ?? null, ...keys })
  say(`Exportados ${head - from + 1} eventos (posiciones ${from} a ${head}), suma ${sum}.`)
  if (keys)
    say(
      `En ${keysPath}: ${keys.keys} claves y ${keys.credentials} contraseñas cifradas. Solo sirven con el mismo DATA_KEY.`,
    )
  else
    say('No contiene las claves de las personas ni sus contraseñas: con --with-keys ARCHIVO van en un archivo aparte.')
}
