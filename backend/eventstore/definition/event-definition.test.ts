import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEvent, lowered, misfitOf } from './event-definition.ts'

const priced = z.object({ price: z.number() })
const inCents = z.object({ cents: z.int() })
const inCurrency = inCents.extend({ currency: z.string() })
const toCents = { up: ({ price }: { price: number }) => ({ cents: price * 100 }) }
const notYet = { ...toCents, down: ({ cents }: { cents: number }) => ({ price: cents / 100 }) }

describe('the versions of an event', () => {
  test('are counted as they follow; the newest is written unless it says how it is written as the one before', () => {
    const first = defineEvent('PriceNoted', priced)
    const second = first.next(inCents, toCents)
    const third = second.next(inCurrency, {
      up: (data) => ({ ...data, currency: 'ARS' }),
      down: ({ cents }) => ({ cents }),
    })
    expect([first, second, third].map(({ version, writes }) => [version, writes])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ])
    expect(lowered(third, { cents: 700, currency: 'USD' })).toEqual({ cents: 700 })
    const neither = first.next(inCents, notYet).next(inCurrency, {
      up: (data) => ({ ...data, currency: 'ARS' }),
      down: ({ cents }) => ({ cents }),
    })
    expect(neither.writes).toBe(1)
    expect(lowered(neither, { cents: 700, currency: 'USD' })).toEqual({ price: 7 })
  })

  test('that follow one that is not written yet are not written either', () => {
    const second = defineEvent('PriceNoted', priced).next(inCents, notYet)
    expect(() => second.next(inCurrency, { up: (data) => ({ ...data, currency: 'ARS' }) })).toThrow('PriceNoted')
  })
})

test('why data does not fit is said without the data', () => {
  expect(misfitOf(defineEvent('PriceNoted', inCents), { cents: 7 })).toBeUndefined()
  const misfit = misfitOf(defineEvent('PriceNoted', inCents), { cents: 'a secret' })
  expect(misfit).toMatch(/^cents: /)
  expect(misfit).not.toContain('secret')
})

test('a step that does not lead from one schema to the next does not compile', () => {
  expect(neverRun).toBeTypeOf('function') // the check of the types fails if one of the lines below a @ts-expect-error compiles
})

function neverRun(): unknown {
  const first = defineEvent('PriceNoted', priced)
  const second = first.next(inCents, toCents)
  const fromTheFirst = { up: ({ price }: { price: number }) => ({ cents: price, currency: '' }) }
  return [
    second,
    // @ts-expect-error reads a field that the older version does not have
    first.next(inCents, { up: ({ amount }) => ({ cents: amount }) }),
    // @ts-expect-error leads to another field than the next version has
    first.next(inCents, { up: ({ price }) => ({ amount: price }) }),
    // @ts-expect-error leads to another type
    first.next(inCents, { up: ({ price }) => ({ cents: `${price}` }) }),
    // @ts-expect-error no step
    first.next(inCents, {}),
    // @ts-expect-error a way back that does not lead to the version before
    first.next(inCents, { ...toCents, down: ({ cents }) => ({ cents }) }),
    // @ts-expect-error from version 1 to version 3 without version 2
    second.next(inCurrency, fromTheFirst),
  ]
}
