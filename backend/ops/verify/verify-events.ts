// One walk through all events: each must be readable as it was written, and the books of the orders must balance.

import type pg from 'pg'
import { z } from 'zod'
import { orderEvents } from '#backend/domain/order/order.events.ts'
import { paymentEvents } from '#backend/domain/payment/payment.events.ts'
import { shopLog } from '#backend/domain/shop-log.ts'
import { stockEvents } from '#backend/domain/stock/stock.events.ts'
import { type AnyEvent, type EventDefinition, shapeOf } from '#backend/eventstore/definition/event-definition.ts'
import { eventDefinitionsOf } from '#backend/eventstore/definition/log-definition.ts'
import { readData } from '#backend/eventstore/log/decoding/stored-data.ts'
import type { StoredEvent } from '#backend/eventstore/log/event.ts'
import type { SubjectKeys } from '#backend/eventstore/log/keyring.ts'
import { streamName } from '#backend/eventstore/log/stream-id.ts'
import { storedColumns } from '#backend/ops/inspect/event-view.ts'
import type { Core } from '#backend/shop.ts'
import type { Finding } from './finding.ts'
import { type LedgerEvent, OrderLedger } from './order-ledger.ts'

const page = 5000
/** What is wrong with a field is said in the language of the sentence that it ends up in. */
const inSpanish = { error: z.locales.es().localeError }
const booked = new Set(Object.keys({ ...orderEvents, ...paymentEvents, ...stockEvents }))
const definitions = new Map(eventDefinitionsOf(shopLog).map((definition) => [definition.name, definition]))
const metadata = z.object({
  actor: z.string(),
  cause: z.string(),
  correlation: z.string(),
  causation: z.int().positive().optional(),
})

/** What the walk gathers for the checks that come after it. */
type Walk = { ledger: OrderLedger; emails: Map<string, string>; lockedKeys: Set<number>; found: Finding[] }

/** client: in a transaction that sees one moment of the database. */
export async function verifyEvents(
  core: Pick<Core, 'store' | 'keyring'>,
  client: pg.ClientBase,
  progress: (position: number) => void,
  signal: AbortSignal,
): Promise<Finding[]> {
  const walk: Walk = { ledger: new OrderLedger(), emails: new Map(), lockedKeys: new Set(), found: [] }
  for (let position = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await client.query<StoredEvent>(
      `select ${storedColumns} from es.events where pos > $1 order by pos limit ${page}`,
      [position],
    )
    const last = rows.at(-1)
    if (!last) break
    const keys = await findKeys(core, client, walk, subjectsOf(rows))
    for (const row of rows) readOne(core, walk, row, keys)
    position = last.pos
    progress(position)
  }
  return [
    ...walk.found,
    ...walk.ledger.findings(),
    ...(await verifyHolds(client, walk)),
    ...(await verifyEmails(client, walk)),
  ]
}

/** The persons' keys; one that does not open is told, once, and left out. */
async function findKeys(
  { keyring }: Pick<Core, 'keyring'>,
  client: pg.ClientBase,
  walk: Walk,
  subjects: readonly number[],
): Promise<SubjectKeys> {
  const all = await keyring.find(subjects, client).catch(() => undefined)
  if (all) return all
  const keys = new Map<number, Buffer>()
  for (const subject of subjects) {
    const own = await keyring.find([subject], client).catch(() => undefined)
    for (const [id, key] of own ?? []) keys.set(id, key)
    if (!own && !walk.lockedKeys.has(subject)) {
      walk.lockedKeys.add(subject)
      const message = `clave de user-${subject}: no se abre con este DATA_KEY`
      walk.found.push({ check: 'keys', subject: `user-${subject}`, message })
    }
  }
  return keys
}

function readOne(
  { store, keyring }: Pick<Core, 'store' | 'keyring'>,
  walk: Walk,
  row: StoredEvent,
  keys: SubjectKeys,
): void {
  const type = store.codec.typeName(row.type) ?? `#${row.type}`
  try {
    const event = { type, data: checkedData(type, row, keys) }
    if (booked.has(type)) walk.ledger.book(event as LedgerEvent)
    const email = emailIn(event)
    if (email) walk.emails.set(keyring.claimKey(email).toString('hex'), row.stream_id)
    checkMetadata(row)
  } catch (error) {
    const message = `evento ${row.pos} (${type} de ${streamName(shopLog, row.stream_id)}): ${reasonOf(error)}`
    walk.found.push({ check: 'events', subject: String(row.pos), message })
  }
}

/** The data as today's code reads it; throws if it does not fit the shape of its version, or of today. */
function checkedData(type: string, row: StoredEvent, keys: SubjectKeys): Record<string, unknown> {
  const definition: EventDefinition | undefined = definitions.get(type)
  if (!definition) throw new Error('este programa no conoce su tipo')
  const version = row.schema_version
  if (version < 1 || version > definition.version) throw new Error(`su esquema ${version} no se conoce`)
  const stored = JSON.parse(row.data) as Record<string, unknown>
  schemaOf(definition, version).parse(readData(definition, version, stored, keys, version), inSpanish)
  const data = readData(definition, version, stored, keys)
  if (version < definition.version) definition.schema.parse(data, inSpanish)
  return data
}

const schemas = new Map<string, z.ZodType>()

/** Kept: a strict schema is compiled at its first parse, which costs more than a thousand others. */
function schemaOf(definition: EventDefinition, version: number): z.ZodType {
  const name = `${definition.name} ${version}`
  const schema = schemas.get(name) ?? shapeOf(definition, version).strict()
  schemas.set(name, schema)
  return schema
}

function checkMetadata(row: StoredEvent): void {
  const { causation = 0 } = metadata.parse(JSON.parse(row.meta), inSpanish)
  if (causation >= row.pos) throw new Error(`dice que lo causó el evento ${causation}, que no estaba antes`)
}

function emailIn({ type, data }: AnyEvent): string | null {
  return type === 'UserRegistered' ? (data as { email: string | null }).email : null
}

function subjectsOf(rows: readonly StoredEvent[]): number[] {
  const sealed = rows.flatMap((row) => [...row.data.matchAll(/"\$sealed":"[^"]*","of":(\d+)/g)])
  return [...new Set(sealed.map((match) => Number(match[1])))]
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `${issue.path.join('.') || 'todo'}: ${issue.message}`).join('; ')
  if (error instanceof SyntaxError) return 'no es JSON'
  const message = error instanceof Error ? error.message : String(error)
  return /authenticate data/.test(message) ? 'sus campos personales no se abren con la clave de la persona' : message
}

/** What the guard holds back is what the open orders hold. */
async function verifyHolds(client: pg.ClientBase, { ledger }: Walk): Promise<Finding[]> {
  const { rows } = await client.query<{ key: number; taken: number }>('select key, taken from es.guards')
  const guarded = new Map(rows.map((row) => [row.key, row.taken]))
  const holds = ledger.openHolds()
  return [...new Set([...guarded.keys(), ...holds.keys()])]
    .filter((productId) => (guarded.get(productId) ?? 0) !== (holds.get(productId) ?? 0))
    .map((productId) => ({
      check: 'stock',
      subject: String(productId),
      message: `apartados del producto ${productId}: la guarda dice ${guarded.get(productId) ?? 0}, las órdenes abiertas suman ${holds.get(productId) ?? 0}`,
    }))
}

/** Every account whose e-mail can be read has it to itself. */
async function verifyEmails(client: pg.ClientBase, { emails }: Walk): Promise<Finding[]> {
  const { rows } = await client.query<{ key: string; stream_id: string }>(
    "select encode(key, 'hex') as key, stream_id from es.claims where scope = $1",
    [shopLog.claimScopes.email],
  )
  const claimed = new Map(rows.map((row) => [row.key, row.stream_id]))
  return [...emails]
    .filter(([key, stream]) => claimed.get(key) !== stream)
    .map(([key, uuid]) => {
      const holder = claimed.get(key)
      const stream = streamName(shopLog, uuid)
      const fault = holder === undefined ? 'no está reservado' : `está reservado para ${streamName(shopLog, holder)}`
      return { check: 'claims', subject: stream, message: `correo de ${stream}: ${fault}` }
    })
}
