// Imports an exported log into an empty database in one transaction: events, guards, persons' keys, pending work.

import type { Readable } from 'node:stream'
import type pg from 'pg'
import { locks } from '#backend/db/locks.ts'
import { transaction } from '#backend/db/transaction.ts'
import { extendChain } from '#backend/eventstore/log/chain/chain.ts'
import { addPartitions } from '#backend/eventstore/log/partitions/partitions.ts'
import { type OpsContext, OpsFailure } from '#backend/ops/cli/command.ts'
import { foldGuards, type Guards, writeGuards } from './import-guards.ts'
import { restorePeople } from './import-people.ts'
import { resumeWork } from './import-work.ts'
import { LogCheck } from './log-check.ts'
import { type KeyLine, linesOf } from './log-file.ts'

const page = 2000

/** Throws OpsFailure in one sentence if the database has events or the file is damaged. */
export async function importLog(context: OpsContext, input: Readable, keys: readonly KeyLine[]) {
  const done = await transaction(context.ownerPool, (client) => takeIn(context, client, input, keys))
  await context.ownerPool.query('analyze es.events, es.streams')
  return done
}

async function takeIn(context: OpsContext, client: pg.ClientBase, input: Readable, keys: readonly KeyLine[]) {
  await holdEmptyLog(client)
  const check = new LogCheck(context.core.store.codec)
  const guards = await readLog(context, client, input, check)
  await writeGuards(client, check.versions, guards)
  const people = await restorePeople(context.core, client, keys, guards)
  const jobs = await resumeWork(context.core, client, check.position)
  // Exports carry no command ids, so verify skips those of imported events.
  await client.query('insert into es.imports (upto) values ($1)', [check.position])
  await extendChain(client)
  await client.query("select pg_notify('events', '')")
  return {
    events: check.position,
    unreadable: check.unreadable,
    streams: check.versions.size,
    products: guards.stock.size,
    ...people,
    jobs,
  }
}

/** Takes an append's locks in the same order to block appends; throws if the log has events. */
async function holdEmptyLog(client: pg.ClientBase): Promise<void> {
  await client.query('lock table es.streams in exclusive mode')
  await client.query('select pg_advisory_xact_lock($1)', [locks.append])
  const { rowCount } = await client.query('select from es.events limit 1')
  if (rowCount !== 0)
    throw new OpsFailure('El registro de esta base de datos ya tiene eventos: solo se importa en uno vacío.')
}

async function readLog(context: OpsContext, client: pg.ClientBase, input: Readable, check: LogCheck): Promise<Guards> {
  const guards: Guards = { stock: new Map(), claiming: [], erased: new Set() }
  let bar = context.progress('importación', 0)
  let lines: string[] = []
  const take = async () => {
    const checked = await check.accept(lines)
    lines = []
    if (checked.bodies.length > 0) {
      await client.query(insertTypes, [check.types])
      await addPartitions(client, checked.bodies.length)
      await client.query(insertLines, [`[${checked.bodies.join(',')}]`])
    }
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

/** Registers types of other releases too, though this program cannot read their events. */
const insertTypes = 'insert into es.event_types (name) select unnest($1::text[]) on conflict do nothing'
const insertLines = `insert into es.events (pos, stream_id, version, type, schema_version, data, meta, at)
  select l.pos, l.stream, l.version, t.id, l.schema, l.data::json, l.meta::json, l.at
  from json_to_recordset($1) l(pos bigint, stream uuid, version int, type text, schema smallint, data text, meta text, at timestamptz)
  join es.event_types t on t.name = l.type order by l.pos`
