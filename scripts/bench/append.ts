// Appends through the store's whole path, beside plain node-pg inserts into an equal table.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { Core } from '#backend/shop.ts'
import { type Bench, openCoreOn } from './ground.ts'
import { compare, driveFor } from './measure.ts'

export const meta = {
  actor: 'operator',
  cause: 'Bench',
  correlation: '00000000-0000-4000-8000-000000000000',
} as const
const metaText = JSON.stringify(meta)
const rawColumns = '(stream_id, version, type, schema_version, data, meta)'
/** Same columns, key and index as es.events; the position comes from a sequence. */
const rawTable = `create table public.raw_events (
  pos bigint generated always as identity primary key, stream_id uuid not null, version int not null, type smallint not null,
  schema_version smallint not null, data json not null, meta json not null, at timestamptz not null default clock_timestamp(),
  unique (stream_id, version))`

let carts = 0
const added = (cart: number) => ({ userId: cart, productId: 12, quantity: 2 })

export const append: Bench = async (ground) => {
  const [core, raw] = await openCoreOn(ground)
  await raw.query(rawTable)
  const [shop, insert] = [() => appendTo(core), () => insertInto(raw)]
  const many = { shop: () => driveFor(300, 64, shop), insert: () => driveFor(300, 16, insert) }
  // Short rounds limit the effect of a busy machine.
  const one = { shop: () => driveFor(60, 1, shop), insert: () => driveFor(60, 1, insert) }
  return [
    await compare('64 clients append an event each to new streams', 15, many, { least: 2.5 }),
    await compare('one append after another', 50, one, { of: 'p50', most: 1.5 }),
  ]
}

export function appendTo({ store }: Core) {
  const cart = ++carts
  const events = [{ type: 'ItemAddedToCart' as const, data: added(cart) }]
  return store.append({ commandId: newCommandId(), meta, writes: [{ stream: `cart-${cart}`, expected: 0, events }] })
}

function insertInto(raw: pg.Pool): Promise<unknown> {
  const text = `insert into public.raw_events ${rawColumns} values ($1, 1, 7, 1, $2, $3)`
  return raw.query({ name: 'raw', text, values: [randomUUID(), JSON.stringify(added(++carts)), metaText] })
}
