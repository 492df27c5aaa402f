import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import { defineEvent } from '#backend/eventstore/definition/event-definition.ts'
import { library } from '#backend/eventstore/testing/library/library.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { EventCodec, UnknownEventType, WrongCategory } from './codec.ts'
import { Undecodable } from './decoding/undecodable.ts'
import type { EventStore } from './event-store.ts'

const meta = { actor: 'operator', cause: 'Test', correlation: 'c' } as const
const stored = {
  pos: 1,
  stream_id: '00040000-0000-8000-8000-000000000000',
  version: 1,
  meta: JSON.stringify(meta),
  at: new Date(0),
}

test('an event of an older version is read in the shape of today', async ({ core }) => {
  const today = defineEvent('PriceNoted', z.object({ price: z.number() }))
    .next(z.object({ cents: z.int() }), { up: ({ price }) => ({ cents: price * 100 }) })
    .next(z.object({ cents: z.int(), currency: z.string() }), { up: (data) => ({ ...data, currency: 'ARS' }) })
  const codec = new EventCodec(
    { ...library, categories: { price: { code: 1, events: { PriceNoted: today } } } },
    core.keyring,
  )
  await codec.register(core.pool)
  const [type = 0] = codec.typeIds(['PriceNoted'])
  const read = async (schema_version: number, data: object) =>
    (await codec.decode([{ ...stored, type, schema_version, data: JSON.stringify(data) }], { unseal: false }))[0]?.data
  expect(await read(1, { price: 12 })).toEqual({ cents: 1200, currency: 'ARS' })
  expect(await read(2, { cents: 7 })).toEqual({ cents: 7, currency: 'ARS' })
  expect(await read(3, { cents: 7, currency: 'USD' })).toEqual({ cents: 7, currency: 'USD' })
  expect(today.version).toBe(3)
})

test('what does not fit its schema, or is not defined, is never written', async ({ core: { store } }) => {
  const add = (data: object) => store.codec.encode('member-1', [{ type: 'PagesRead', data }], meta)
  await expect(add({ memberId: 1, bookId: 1, pages: 0 })).rejects.toThrow()
  await expect(add({ memberId: 1, bookId: 1, pages: 1, note: 'extra' })).rejects.toThrow()
  await expect(store.codec.encode('member-1', [{ type: 'Unheard', data: {} }], meta)).rejects.toThrow(UnknownEventType)
})

test('a stream is never written an event that its category does not hold', async ({ core: { store } }) => {
  const added = { type: 'PagesRead', data: { memberId: 1, bookId: 1, pages: 1 } }
  const commandId = randomUUID()
  const append = (stream: 'member-1' | 'book-1') =>
    (store as unknown as EventStore).append({ commandId, meta, writes: [{ stream, expected: 0, events: [added] }] })
  await expect(append('book-1')).rejects.toThrow(WrongCategory)
  await append('member-1')
})

test('a stored type or version that is not defined here is an error, not a skip', async ({ core: { store } }) => {
  const unheard = { ...stored, type: 30_000, schema_version: 1, data: '{}' }
  await expect(store.codec.decode([unheard], { unseal: false })).rejects.toThrow(Undecodable)
  const [type = 0] = store.codec.typeIds(['PagesRead'])
  const newer = { ...stored, type, schema_version: 2, data: '{"memberId":1,"sku":"a"}' }
  await expect(store.codec.decode([newer], { unseal: false })).rejects.toThrow(
    'position 1 of category4-0: PagesRead is of version 2, newer than this code',
  )
})
