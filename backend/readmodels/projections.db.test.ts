// What the specs show in memory is what stands in PostgreSQL, for every read model and every event that it handles; and what was parked of it
// is taken back from where it says that its rows come from.
import { describe, expect, vi } from 'vitest'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import type { AnyEvent } from '#backend/eventstore/definition/event-definition.ts'
import type { LogDefinition } from '#backend/eventstore/definition/log-definition.ts'
import type { NewWrite } from '#backend/eventstore/log/event-store.ts'
import { streamRange, streamUuid } from '#backend/eventstore/log/stream-id.ts'
import { openProjections } from '#backend/eventstore/projections/open-projections.ts'
import { listDeadLetters } from '#backend/eventstore/projections/parked/dead-letters.ts'
import { type HandledEvent, keyText, type Projection } from '#backend/eventstore/projections/projection.ts'
import { retryDeadLetters } from '#backend/eventstore/subscriptions/parked/retry.ts'
import { differencesOf } from '#backend/eventstore/testing/differences.ts'
import { expectSameInPostgres } from '#backend/eventstore/testing/projection-spec.ts'
import { adjusted, productAdded } from '#backend/readmodels/testing/facts.ts'
import { histories } from '#backend/readmodels/testing/histories.ts'
import { test as coreTest } from '#backend/testing/core-fixture.ts'
import { projections, type ReadModel } from './projections.ts'

type Data = Record<'userId' | 'productId' | 'orderId' | 'paymentId', number> & { category: string }
/** The stream that the shop writes an event to. */
const streamsOf: Record<string, (data: Data) => string | number> = {
  user: ({ userId }) => userId,
  cart: ({ userId }) => userId,
  product: ({ productId }) => productId,
  stock: ({ productId }) => productId,
  review: ({ productId, userId }) => `${productId}:${userId}`,
  order: ({ orderId }) => orderId,
  payment: ({ orderId, paymentId }) => orderId ?? `0:${paymentId}`,
  synonyms: () => 1,
  delivery: () => 1,
  seller: () => 1,
  pricing: () => 1,
  transfer: () => 1,
  schema: ({ category }) => category,
}
function writeOf({ categories }: LogDefinition, event: AnyEvent): NewWrite {
  const category = Object.entries(categories).find(([, { events }]) => event.type in events)?.[0] ?? ''
  const id = streamsOf[category]?.(event.data as Data)
  return { stream: `${category}-${id}`, expected: null, events: [event] } as NewWrite
}

const test = coreTest.extend('history', { scope: 'file' }, async ({ core }) => {
  const meta = { actor: 'operator', cause: 'Test', correlation: 'test' } as const
  const stocked = [3, 4].flatMap((id) => [productAdded(id), adjusted(id, 1000), held(id)])
  const { users, ...others } = histories
  for (const event of [...stocked, ...users, ...Object.values(others).flat()])
    await core.store.append({
      commandId: newCommandId(),
      meta,
      writes: [writeOf(core.store.log, event as AnyEvent) as never],
    })
  return core.store.codec.decode(await core.store.readAfter(0, 10_000), { unseal: true })
})
const held = (productId: number) => ({ type: 'StockHeld' as const, data: { productId, orderId: 1, quantity: 500 } })

/** The rows of a read model under another name, in which one event cannot be applied to one of its rows, or not be read. */
function failing(projection: Projection, by: 'row' | 'stream', at: { position: number; key: string }): Projection {
  const fails = (position: number, key: string) => position === at.position && key === at.key
  return {
    ...projection,
    keys(event) {
      if (by === 'stream' && event.position === at.position) throw new Error('unreadable')
      return projection.keys(event)
    },
    evolve(row, event, key) {
      if (by === 'row' && fails(event.position, keyText(projection, key))) throw new Error('not to be applied')
      return projection.evolve(row, event, key)
    },
  }
}

describe('what was parked', () => {
  test.for(
    projections.flatMap((projection) =>
      (['row', 'stream'] as const).map((by) => [projection.name, by, projection] as const),
    ),
  )(
    'of %s, with its %s, is taken back from the streams of its rows or from what was parked alone, to the rows of the log',
    async ([name, by, model], { core: { store }, owner, history }) => {
      const projection: Projection = { ...(model as Projection), name: `${name}_by_${by}` }
      const handled = history.filter(({ type }) => projection.eventTypes.includes(type))
      const rowsOf = (some: typeof handled) => some.flatMap((event) => projection.keys(event))
      // Of the events behind the first the one with most rows, which all have it but the one that stands still.
      const [bad] = handled.slice(1).toSorted((a, b) => rowsOf([b]).length - rowsOf([a]).length)
      if (!bad) throw new Error('no history')
      const [key] = projection.keys(bad)
      const at = { position: bad.position, key: keyText(projection, key ?? {}) }
      expect(await openProjections(owner, store, [failing(projection, by, at)])).toEqual([])
      const letters = await listDeadLetters(owner, projection.name)
      expect(letters).toMatchObject([{ by, key: by === 'row' ? at.key : bad.stream, position: bad.position }])

      const read = vi.spyOn(store.codec, 'decodeEach')
      const retried = await retryDeadLetters({ pool: owner, store, subscription: projection })
      const events = new Map(read.mock.calls.flatMap(([rows]) => rows.map((row) => [row.pos, row.stream_id])))
      read.mockRestore()
      expect(retried).toEqual({ recovered: [letters[0]?.key], parked: [] })
      expect(events.size).toBeGreaterThan(0)
      if (projection.streams === 'any') expect(events.size).toBe(letters[0]?.events)
      else {
        const behind = handled.filter(({ stream }) => stream === bad.stream)
        const told = (by === 'row' ? [key ?? {}] : rowsOf(behind)).flatMap(projection.streams)
        const ranges = told.map((pattern) => streamRange(store.log, pattern))
        const own = streamUuid(store.log, bad.stream as 'order-1')
        const isTold = (id: string) => id === own || ranges.some(({ first, last }) => first <= id && id <= last)
        expect([...events.values()].filter((id) => !isTold(id))).toEqual([])
      }
      expect(await differencesOf(owner, store, projection)).toEqual([])
      expect((await owner.query(`select from rm.${projection.name}`)).rowCount).toBeGreaterThan(0)
    },
  )
})

describe('rows in PostgreSQL are those of a fold in memory', () => {
  test.for(projections.map((projection) => [projection.name, projection] as const))(
    '%s',
    async ([name, projection], { owner }) => {
      const history = histories[name]
      expect(new Set(history.map(({ type }) => type))).toEqual(new Set(projection.eventTypes))
      await expectSameInPostgres<ReadModel>(owner, projection, history as HandledEvent<ReadModel>[])
    },
  )
})
