import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  defineEvent,
  type EventDefinition,
  type Step,
  sealed,
} from '#backend/eventstore/definition/event-definition.ts'
import { corpusProblems, newlyPublished } from './published-events.ts'
import type { PublishedEvent } from './published-sample.ts'

const v1 = z.object({ personId: z.int(), name: sealed(z.string(), 'personId'), price: z.number() })
const v2 = z.object({ personId: z.int(), name: sealed(z.string(), 'personId'), cents: z.int() })
const v3 = v2.extend({ currency: z.string().nullable(), lines: z.array(z.object({ at: z.iso.datetime() })) })
const toCents: Step<typeof v1, typeof v2> = {
  up: ({ price, ...rest }) => ({ ...rest, cents: Math.round(price * 100) }),
}

const first = defineEvent('PriceNoted', v1)
const second = first.next(v2, toCents)
const third = second.next(v3, { up: (data) => ({ ...data, currency: null, lines: [] }) })
/** Declares version 2 wrongly, past the types. */
const wronglyNext = (shape: z.ZodObject, up: object = toCents, from = v1) =>
  defineEvent('PriceNoted', from).next(shape, { ...toCents, ...up } as never)

/** What is kept after publishing each of these definitions in turn, as read back from its files. */
function publishedBy(...definitions: EventDefinition[]): PublishedEvent[] {
  const files: PublishedEvent[] = []
  for (const definition of definitions)
    files.push(...(JSON.parse(JSON.stringify(newlyPublished([definition], files))) as PublishedEvent[]))
  return files
}

describe('publishing', () => {
  test('adds what is new and nothing else, one file a version, each with a sealed sample', () => {
    const files = publishedBy(first, second, third)
    expect(files.map((file) => [file.type, file.version])).toEqual([
      ['PriceNoted', 1],
      ['PriceNoted', 2],
      ['PriceNoted', 3],
    ])
    expect(newlyPublished([third], files)).toEqual([])
    expect(corpusProblems([third], files)).toEqual([])
    for (const { stored, readAs } of files) {
      expect(stored.data.name).toEqual({ $sealed: expect.stringMatching(/^[\w-]{40,}$/), of: stored.data.personId })
      expect(readAs.at(-1)?.name).toMatch(/ñandú/)
    }
  })

  test('the samples of old versions go up the whole chain', () => {
    const [one, , three] = publishedBy(first, second, third)
    expect(one?.stored.data).toMatchObject({ personId: 2, price: 3 })
    expect(three?.readAs).toHaveLength(3)
    expect(three?.readAs[0]).toEqual({ ...one?.readAs[0], price: undefined, cents: 300, currency: null, lines: [] })
    expect(three?.readAs[2]).toMatchObject({ currency: expect.any(String), lines: [{ at: expect.any(String) }] })
  })

  test('several versions at once are published like one after the other', () => {
    const atOnce = publishedBy(third)
    expect(atOnce.map((file) => file.readAs)).toEqual(publishedBy(first, second, third).map((file) => file.readAs))
    expect(corpusProblems([third], atOnce)).toEqual([])
  })

  test('a shape for which no sample can be made up says which field', () => {
    const odd = defineEvent('Odd', z.object({ code: z.string().regex(/^[A-Z]{3}$/) }))
    expect(() => newlyPublished([odd], [])).toThrow('no sample can be made up for Odd.code')
  })
})

describe('what was published', () => {
  const files = publishedBy(first, second)
  const changed = (shape: z.ZodObject) => corpusProblems([wronglyNext(shape)], files)

  test.each([
    ['a changed field', v2.extend({ cents: z.string() }), 'properties.cents.type: "integer" -> "string"'],
    ['a narrower field', v2.extend({ cents: z.int().positive() }), 'properties.cents.exclusiveMinimum: undefined -> 0'],
    ['a removed field', v2.omit({ cents: true }), 'required: ["cents","name","personId"] -> ["name","personId"]'],
    ['a new field', v2.extend({ note: z.string() }), 'properties.note: undefined -> {"type":"string"}'],
    ['a new optional field', v2.extend({ note: z.string().optional() }), 'properties.note'],
    ['a mark taken away', v2.extend({ name: z.string().nullable() }), 'name.sealed: "personId" -> undefined'],
    [
      'a mark given',
      v2.extend({ cents: sealed(z.string(), 'personId') as never }),
      'cents.sealed: undefined -> "personId"',
    ],
    [
      'a mark of another person',
      v2.extend({ name: sealed(z.string(), 'cents') }),
      'name.sealed: "personId" -> "cents"',
    ],
  ])('does not change: %s', (_, shape, change) => {
    const [problem = ''] = changed(shape)
    expect(problem).toContain('PriceNoted: add a new version, do not change version 2 of PriceNoted')
    expect(problem).toContain(change)
  })

  test('does not change in an older version either', () => {
    const other = v1.extend({ price: z.string() }) as unknown as typeof v1
    const [problem] = corpusProblems([wronglyNext(v2, {}, other)], files)
    expect(problem).toContain('do not change version 1 of PriceNoted (properties.price.type: "number" -> "string")')
  })

  test('is not the order in which fields are written', () => {
    const { cents, name, personId } = v2.shape
    expect(changed(z.object({ cents, personId, name }))).toEqual([])
  })

  test('does not go away', () => {
    expect(corpusProblems([first], files)).toEqual([
      'PriceNoted version 2 was published and is no longer defined: bring it back',
    ])
    expect(corpusProblems([], files)).toHaveLength(2)
    const renamed = defineEvent('PriceSeen', v1).next(v2, toCents)
    expect(corpusProblems([renamed], files)[0]).toBe('PriceSeen version 1 is not published: npm run events')
  })

  test('is kept for every version', () => {
    expect(corpusProblems([third], files)).toEqual(['PriceNoted version 3 is not published: npm run events'])
    expect(corpusProblems([second], files.slice(1))).toContain('PriceNoted version 1 is not published: npm run events')
  })

  test('stays readable: an upcaster that leads elsewhere, throws or misses a field is named', () => {
    const reading = (up: (data: { price: number }) => unknown) => corpusProblems([wronglyNext(v2, { up })], files)
    expect(reading(({ price, ...rest }) => ({ ...rest, cents: Number(price) }))[0]).toBe(
      'PriceNoted: the stored sample of version 1 reads differently as version 2 (cents: 300 -> 3)',
    )
    expect(reading(() => Reflect.apply(Array.prototype.map, undefined, []))[0]).toMatch(
      /version 1 cannot be read as version 2/,
    )
    expect(reading((data) => data)[0]).toMatch(/reads differently as version 2 \(cents: 300 -> undefined/)
  })

  test('can be written by the version before, as long as the newest is only read', () => {
    const written = (down: (data: { cents: number }) => unknown) =>
      corpusProblems([wronglyNext(v2, { ...toCents, down })], files)
    expect(written(({ cents, ...rest }) => ({ ...rest, price: cents / 100 }))).toEqual([])
    const what = 'PriceNoted: the sample of version 2, written as version 1'
    expect(written((data) => data)[0]).toContain(`${what}, does not fit it`)
    expect(written(({ cents, ...rest }) => ({ ...rest, price: cents / 7e9 }))).toEqual([])
    expect(written(() => Reflect.apply(Array.prototype.map, undefined, []))[0]).toContain(`${what}, cannot be written`)
  })

  test('a sample whose seal is broken is named', () => {
    const [one, two] = structuredClone(files) as [PublishedEvent, PublishedEvent]
    const name = two.stored.data.name as { $sealed: string }
    name.$sealed = name.$sealed.replace(/^.{4}/, 'AAAA')
    expect(corpusProblems([second], [one, two])).toEqual([
      expect.stringMatching(/the stored sample of version 2 cannot be read as version 2/),
    ])
  })
})

test('a mark inside a field is refused, since only whole fields are sealed', () => {
  const inner = z.object({ street: sealed(z.string(), 'personId') })
  expect(() => defineEvent('Moved', z.object({ personId: z.int(), address: inner }))).toThrow('nothing inside')
})
