// ops import FILE: an exported log into an empty database, all of it or nothing.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { transaction } from '#backend/db/transaction.ts'
import { defineCommand, exitCodes, type OpsContext, OpsFailure, WrongUse } from '#backend/ops/cli/command.ts'
import { foldGuards, type Guards, writeGuards } from '#backend/ops/transfer/import-guards.ts'
import { readKeyFile, restorePeople } from '#backend/ops/transfer/import-people.ts'
import { resumeWork } from '#backend/ops/transfer/import-work.ts'
import { LogCheck } from '#backend/ops/transfer/log-check.ts'
import { type KeyLine, linesOf } from '#backend/ops/transfer/log-file.ts'

const orderLock = 4242
const page = 2000

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Lee un registro exportado (o - de la entrada) en una base de datos sin eventos: entero o nada.',
  operands: ['ARCHIVO|-'],
  options: {
    'with-keys': { type: 'string', value: 'ARCHIVO', help: 'las claves y contraseñas que export escribió aparte' },
  },
  async run(context, { operands: [path = ''], options }) {
    const keysPath = options['with-keys']
    if (path === '-' && keysPath === '-') throw new WrongUse('La entrada es una sola: las claves van en un archivo.')
    const started = performance.now()
    const keys = keysPath === undefined ? [] : await readKeyFile(await openInput(context, keysPath))
    const input = await openInput(context, path)
    const done = await transaction(context.ownerPool, (client) => takeIn(context, client, input, keys))
    await context.ownerPool.query('analyze es.events, es.streams')
    const seconds = Math.round((performance.now() - started) / 100) / 10
    context.emit({ path, ...done, seconds })
    for (const line of closingLines(done, seconds, keysPath)) context.print(line)
    return exitCodes.ok
  },
})

type Done = Awaited<ReturnType<typeof takeIn>>

async function takeIn(context: OpsContext, client: pg.ClientBase, input: Readable, keys: readonly KeyLine[]) {
  await holdEmptyLog(client)
  const check = new LogCheck(context.core.store.codec)
  const guards = await readLog(context, client, input, check)
  await writeGuards(client, check.versions, guards)
  const people = await restorePeople(context.core, client, keys, guards)
  const jobs = await resumeWork(context.core, client, check.position)
  await client.query("select pg_notify('events', '')")
  return { events: check.position, streams: check.versions.size, products: guards.stock.size, ...people, jobs }
}

/** Takes the locks of an append, in its order, so that nobody appends meanwhile; throws where the log is not empty. */
async function holdEmptyLog(client: pg.ClientBase): Promise<void> {
  await client.query('lock table es.streams in exclusive mode')
  await client.query('select pg_advisory_xact_lock($1)', [orderLock])
  const { rowCount } = await client.query('select from es.events limit 1')
  if (rowCount !== 0)
    throw new OpsFailure('El registro de esta base de datos ya tiene eventos: solo se importa en uno vacío.')
}

async function readLog(context: OpsContext, client: pg.ClientBase, input: Readable, check: LogCheck): Promise<Guards> {
  const guards: Guards = { stock: new Map(), registrations: [], erased: new Set() }
  let bar = context.progress('importación', 0)
  let lines: string[] = []
  const take = async () => {
    const checked = await check.accept(lines)
    lines = []
    if (checked.bodies.length > 0) await client.query(insertLines, [`[${checked.bodies.join(',')}]`])
    foldGuards(guards, checked)
  }
  for await (const more of linesOf(input)) {
    context.signal.throwIfAborted()
    const isFirst = check.head === 0
    lines.push(...more)
    if (!isFirst && lines.length < page) continue
    await take()
    if (isFirst) bar = context.progress('importación', check.head)
    bar.at(check.position)
  }
  await take()
  bar.at(check.position)
  check.finish()
  bar.end()
  return guards
}

const insertLines = `insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
  select l.pos, l.stream, l.version, t.id, l.schema, l.data::json, l.meta::json, l.at
  from json_to_recordset($1) l(pos bigint, stream uuid, version int, type text, schema smallint, data text, meta text, at timestamptz)
  join es.event_types t on t.name = l.type order by l.pos`

async function openInput({ stdin }: OpsContext, path: string): Promise<Readable> {
  if (path === '-') return stdin
  const file = createReadStream(path)
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve())
    file.once('error', (error) => reject(new OpsFailure(`No se puede leer ${path}: ${error.message}`)))
  })
  return file
}

function closingLines(done: Done, seconds: number, keysPath: string | undefined): string[] {
  const { events, streams, products, keys, claims, unclaimed, credentials, jobs } = done
  return [
    `Importados ${events} eventos de ${streams} streams en ${seconds} s; ${products} productos con stock, ${claims} correos reservados, ${jobs} trabajos retomados.`,
    ...(keysPath === undefined
      ? ['Sin las claves, los datos personales no se pueden leer, y nadie puede entrar con su contraseña de antes.']
      : [`${keys} claves y ${credentials} contraseñas cifradas repuestas.`]),
    ...(unclaimed > 0 ? [`${unclaimed} cuentas sin clave: su correo no queda reservado.`] : []),
    'Lo que sigue: npm run ops -- rebuild all, y npm run ops -- verify.',
  ]
}
