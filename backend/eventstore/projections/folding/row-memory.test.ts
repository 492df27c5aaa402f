import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordedEvent } from '#backend/eventstore/log/event.ts'
import {
  foldBatch,
  nothingParked,
  type Projection,
  type Row,
  type RowKey,
} from '#backend/eventstore/projections/projection.ts'
import type { Folded } from '#backend/eventstore/projections/row-writer.ts'
import { RowMemory, type RowSource } from './row-memory.ts'

type Note = { id: number; text: string | null }

/** Each row lists what was noted under it; a note without a text removes it. */
const notes: Projection = {
  name: 'notes',
  version: 1,
  primaryKey: ['id'],
  columns: { id: 'bigint', texts: 'jsonb' },
  indexes: {},
  eventTypes: ['Noted'],
  personal: false,
  streams: 'any',
  keys: (event) => [{ id: (event.data as Note).id }],
  evolve(row, event) {
    const { id, text } = event.data as Note
    return text === null ? null : { id, texts: [...((row?.texts as string[] | undefined) ?? []), text] }
  },
}
const eventsOf = (program: readonly Note[]) =>
  program.map((data, index) => ({ type: 'Noted', data, position: index + 1 }) as unknown as RecordedEvent)
const nothing = { parked: nothingParked, skips: new Set<string>() }

async function fold(memory: RowMemory, events: readonly RecordedEvent[]): Promise<void> {
  for await (const step of memory.steps(events)) expect(await memory.fold(step, nothing)).toEqual([])
}

/** A table that keeps what is written as text, so that nothing in memory is shared with it. */
class Table implements RowSource {
  readonly stored = new Map<string, string>()
  written = 0
  isEmpty: boolean

  constructor(isEmpty: boolean) {
    this.isEmpty = isEmpty
  }

  async load(keys: readonly RowKey[]): Promise<Map<string, Row>> {
    const found = keys.flatMap(({ id }) => this.stored.get(String(id)) ?? [])
    return new Map(found.map((text) => [String(JSON.parse(text).id), JSON.parse(text) as Row]))
  }

  async write(rows: Folded): Promise<void> {
    this.isEmpty = false
    this.written += rows.size
    for (const [text, { isNew }] of rows) if (isNew) expect(this.stored.has(text)).toBe(false)
    for (const [text, { row }] of rows)
      if (row === null) this.stored.delete(text)
      else this.stored.set(text, JSON.stringify(row))
  }
}

const program = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 40 }), text: fc.option(fc.string({ maxLength: 60 }), { freq: 6 }) }),
  { minLength: 200, maxLength: 600, size: 'max' },
)

test.each([true, false])(
  'what goes through the table is what a straight fold leads to (it says that it is empty: %s)',
  async (isEmpty) => {
    let written = 0
    const property = fc.asyncProperty(program, fc.integer({ min: 1, max: 100 }), async (noted, pageLength) => {
      const events = eventsOf(noted)
      const table = new Table(isEmpty)
      const memory = new RowMemory(notes, table, 2000)
      for (let from = 0; from < events.length; from += pageLength)
        await fold(memory, events.slice(from, from + pageLength))
      written += table.written
      await table.write(memory.takeChanged())
      const straight = foldBatch(notes, events, new Map(), nothing).rows
      const expected = [...straight.values()].flatMap(({ row }) => (row === null ? [] : [JSON.stringify(row)]))
      expect([...table.stored.values()].toSorted()).toEqual(expected.toSorted())
    })
    await fc.assert(property, { numRuns: 20 })
    expect(written).toBeGreaterThan(1000)
  },
)

test('rows that are wide are loaded and kept a few at a time', async () => {
  const table = new Table(true)
  const memory = new RowMemory(notes, table, 1e6)
  const wide = eventsOf(Array.from({ length: 2000 }, (_, index) => ({ id: index % 500, text: 'x'.repeat(20_000) })))
  let mostLoaded = 0
  const load = table.load.bind(table)
  table.load = (keys) => {
    mostLoaded = Math.max(mostLoaded, keys.length)
    return load(keys)
  }
  await fold(memory, wide)
  expect(memory.takeChanged().size).toBeLessThan(120)
  expect(mostLoaded).toBeLessThan(60)
})

test('wide rows are loaded a few at a time behind narrow ones too, of which many fit', async () => {
  const [table, bytes] = [new Table(true), 6e6]
  const wide = Array.from({ length: 1500 }, (_, nth) => ({ id: 5001 + nth, text: 'x'.repeat(20_000) }))
  const before = new RowMemory(notes, table, bytes)
  await fold(before, eventsOf(wide))
  await table.write(before.takeChanged())
  const narrow = Array.from({ length: 10_000 }, (_, nth) => ({ id: 1 + (nth % 5000), text: 'x' }))
  const memory = new RowMemory(notes, table, bytes)
  let loaded = 0
  const load = table.load.bind(table)
  table.load = async (keys) => {
    const rows = await load(keys)
    for (const row of rows.values()) loaded += JSON.stringify(row).length
    return rows
  }
  const touching = wide.map(({ id }) => ({ id, text: 'x' }))
  let most = 0
  for await (const step of memory.steps(eventsOf([...narrow, ...touching]))) {
    most = Math.max(most, loaded)
    loaded = 0
    expect(await memory.fold(step, nothing)).toEqual([])
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(2 * bytes)
})
