// Imports an exported log into an empty database in one transaction: events, guards, persons' keys, pending work.
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { transaction } from '#backend/db/transaction.ts'
import { extendChain } from '#backend/eventstore/log/chain/chain.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import { addPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { readTypeNames } from '#backend/ops/inspect/read-events.ts'
import { addStock, type Stock } from '#backend/ops/verify/books.ts'
import { writeGuards } from './import-guards.ts'
import { restorePeople } from './import-people.ts'
import { resumeWork } from './import-work.ts'
import type { KeyLine } from './log-file.ts'
import { type LogLine, lineRefused, readLog } from './log-reader.ts'

/** Throws OpsFailure in one sentence if the database has events or the file is damaged. */
export async function importLog(context: OpsContext, input: Readable, keys: readonly KeyLine[]) {
  const done = await transaction(context.ownerPool, (client) => takeIn(context, client, input, keys))
  await context.ownerPool.query('analyze es.events, es.streams')
  return done
}

async function takeIn(context: OpsContext, client: pg.ClientBase, input: Readable, keys: readonly KeyLine[]) {
  await holdEmptyLog(client)
  const { events, unreadable, versions, stock } = await readEvents(context, client, input)
  await writeGuards(client, stock)
  const people = await restorePeople(context.core, client, keys)
  const jobs = await resumeWork(context.core, client, events)
  // Exports carry no command ids, so verify skips those of imported events.
  await client.query('insert into es.imports (upto) values ($1)', [events])
  await extendChain(client)
  await client.query("select pg_notify('events', '')")
  return { events, unreadable, streams: versions.size, products: stock.size, ...people, jobs }
}

/** Takes an append's locks in the same order to block appends; throws if the log has events. */
async function holdEmptyLog(client: pg.ClientBase): Promise<void> {
  await client.query('lock table es.streams in exclusive mode')
  await client.query('select pg_advisory_xact_lock($1)', [locks.append])
  const { rowCount } = await client.query('select from es.events limit 1')
  if (rowCount !== 0)
    throw new OpsFailure('El registro de esta base de datos ya tiene eventos: solo se importa en uno vacío.')
}

/** Imports unreadable events as they are: `unreadable` counts them and has the first one's position. */
async function readEvents({ core: { store }, at, signal }: OpsContext, client: pg.ClientBase, input: Readable) {
  const read = {
    events: 0,
    unreadable: { count: 0, first: 0 },
    versions: new Map<string, number>(),
    stock: new Map() as Stock,
  }
  let types = new Map<string, number>()
  for await (const { header, events } of readLog(input)) {
    signal.throwIfAborted()
    if (read.events === 0) {
      at(0, header.head, 'importación')
      await client.query(insertTypes, [header.types])
      types = new Map([...(await readTypeNames(client))].map(([id, name]) => [name, id]))
    }
    const rows = events.map((line) => checkedRow(line, { types, named: header.types, versions: read.versions }))
    const decoded = await store.codec.decodeEach(rows, { unseal: false })
    await addPartitions(client, rows.length)
    await client.query(insertLines, [`[${events.map(({ body }) => body).join(',')}]`])
    for (const event of decoded)
      if (!(event instanceof Undecodable)) addStock(read.stock, event)
      else if (read.unreadable.count++ === 0) read.unreadable.first = event.position
    read.events += rows.length
    at(read.events, header.head, 'importación')
  }
  return read
}

type Expected = { types: ReadonlyMap<string, number>; named: readonly string[]; versions: Map<string, number> }

/** Refuses what the file's own chain can't know: a wrong version or type, and text that PostgreSQL could not store. */
function checkedRow(
  { pos, stream, version, type, schema, at, data, meta }: LogLine,
  { types, named, versions }: Expected,
): StoredEvent {
  const next = (versions.get(stream) ?? 0) + 1
  if (version !== next) throw lineRefused(pos + 1, `tiene la versión ${version} en lugar de ${next}`)
  if (!named.includes(type))
    throw lineRefused(pos + 1, `tiene el tipo de evento ${type}, que el comienzo del archivo no nombra`)
  if (!isJson(data) || !isJson(meta)) throw lineRefused(pos + 1, 'el evento no se puede leer: no es JSON')
  versions.set(stream, version)
  const id = types.get(type) ?? 0
  return { pos, stream_id: stream, version, type: id, schema_version: schema, data, meta, at: new Date(at) }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Registers types of other releases too, though this program cannot read their events. */
const insertTypes = 'insert into es.event_types (name) select unnest($1::text[]) on conflict do nothing'
const insertLines = `insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
  select l.pos, l.stream, l.version, t.id, l.schema, l.data::json, l.meta::json, l.at
  from json_to_recordset($1) l(pos bigint, stream uuid, version int, type text, schema smallint, data text, meta text, at timestamptz)
  join es.event_types t on t.name = l.type order by l.pos`
