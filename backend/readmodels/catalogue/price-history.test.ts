import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  announced,
  firstPrice,
  type PriceChange,
  type PriceHistory,
  priceWindowMs,
  withChange,
} from './price-history.ts'

const day = 24 * 3_600_000
const start = (at = 0) => firstPrice({ at, cents: 100, currency: 'ARS', position: 1, correlation: 'first' })

/** Days since the product was added, and what changed then. `takesBack`: the change before it. */
type Step = [
  day: number,
  change: { cents?: number; isOffered?: boolean; currency?: string; takesBack?: 'event' | 'batch' },
]

function historyOf(...steps: Step[]): PriceHistory {
  let history = start()
  for (const [nth, [days, { takesBack, ...change }]] of steps.entries()) {
    const position = nth + 2
    const cause = takesBack === 'event' ? { causation: position - 1 } : {}
    const correlation = takesBack === 'batch' ? `act ${position - 1}` : `act ${position}`
    history = withChange(history, { ...change, ...cause, at: days * day, position, correlation })
  }
  return history
}

const reference = (...steps: Step[]) => announced(historyOf(...steps))?.fromCents ?? null
const off = (at: number): Step => [at, { isOffered: false }]
const on = (at: number, cents?: number): Step => [at, { isOffered: true, ...(cents !== undefined && { cents }) }]
const at = (days: number, cents: number): Step => [days, { cents }]

/** `[prior price, its event, day of the announcement, days on sale before it]` of a product of 100 since day 0, event 1. */
const edges: [name: string, steps: Step[], told: [number, number, number, number] | null][] = [
  ['no change', [], null],
  ['a first reduction', [at(40, 80)], [100, 1, 40, 40]],
  ['a rise alone', [at(40, 120)], null],
  ['the same price again', [at(10, 100), at(40, 80)], [100, 2, 40, 40]],
  ['a tie within the window: the earliest event', [at(35, 100), at(38, 100), at(40, 80)], [100, 1, 40, 40]],
  ['up and back in a day', [at(40, 150), at(41, 100)], null],
  ['100, 150, 120 within thirty days', [at(40, 150), at(50, 120)], null],
  ['100, 150, 120 after more than thirty', [at(40, 150), at(71, 120)], [150, 2, 71, 71]],
  ['a window that begins in the moment in which 100 ends', [at(40, 150), at(70, 120)], [150, 2, 70, 70]],
  ['a window that begins just before 100 ends', [at(40, 150), at(69.999, 120)], null],
  ['down to less than the lowest', [at(40, 150), at(50, 99)], [100, 1, 50, 50]],
  ['down to the lowest itself', [at(40, 150), at(50, 100)], null],
  ['steps without a break', [at(40, 80), at(45, 70), at(50, 60)], [100, 1, 40, 40]],
  ['steps over more than thirty days', [at(40, 80), at(75, 70), at(110, 60)], [100, 1, 40, 40]],
  ['a rise between the steps', [at(40, 80), at(45, 90), at(50, 70)], [80, 2, 50, 50]],
  ['a rise long before the next step', [at(40, 80), at(45, 90), at(90, 70)], [90, 3, 90, 90]],
  ['a price of one instant', [at(40, 80), at(40, 70)], [100, 1, 40, 40]],
  ['a price raised in the same instant', [at(40, 150), at(40, 90)], [100, 1, 40, 40]],
  ['reduced on its first day', [at(0.5, 80)], [100, 1, 0.5, 0]],
  ['reduced before seven days', [at(6.9, 80)], [100, 1, 6.9, 6]],
  ['reduced after seven days', [at(7, 80)], [100, 1, 7, 7]],
  ['off sale, reduced, back', [off(35), at(36, 80), on(37)], [100, 1, 37, 37]],
  ['off sale while it was dearer', [off(35), at(36, 150), at(37, 80), on(38)], [100, 1, 38, 38]],
  ['off sale while it was cheaper', [off(35), at(36, 20), at(37, 80), on(38)], [100, 1, 38, 38]],
  ['off sale for the whole window', [off(35), at(36, 80), on(66)], null],
  ['off sale for nearly the whole window', [off(35), at(36, 80), on(64.9)], [100, 1, 64.9, 64]],
  ['reduced and then off sale', [at(40, 80), off(41)], [100, 1, 40, 40]],
  ['never on sale before its reduction', [off(0), at(5, 80), on(40)], null],
  ['on sale late', [off(0), on(40), at(43, 80)], [100, 1, 43, 3]],
]

test.each(edges)('the prior price of %s', (_, steps, told) => {
  const reduction = announced(historyOf(...steps))
  const [fromCents, position, since = 0, daysOnSale] = told ?? []
  expect(reduction).toEqual(told && { fromCents, position, since: since * day, daysOnSale })
})

describe('the price of before', () => {
  test('is the lowest of thirty days, not the last', () => {
    expect(reference([40, { cents: 80 }])).toBe(100)
    expect(reference([40, { cents: 150 }], [50, { cents: 120 }])).toBeNull()
    expect(reference([40, { cents: 150 }], [50, { cents: 90 }])).toBe(100)
    expect(reference([40, { cents: 150 }], [70.5, { cents: 120 }])).toBe(150)
  })

  test('counts a price that was in force when the thirty days began, and one of a clock that was set back', () => {
    expect(reference([40, { cents: 150 }], [69.5, { cents: 120 }])).toBeNull()
    expect(reference([40, { cents: 80 }], [39, { cents: 100 }], [39.5, { cents: 90 }])).toBeNull()
  })

  test('stays while the price goes on falling, and ends as it rises', () => {
    expect(reference([40, { cents: 80 }], [60, { cents: 70 }], [100, { cents: 60 }])).toBe(100)
    expect(reference([40, { cents: 80 }], [60, { cents: 90 }])).toBeNull()
    expect(reference([40, { cents: 80 }], [60, { cents: 90 }], [62, { cents: 70 }])).toBe(80)
  })

  test('is none of time out of sale, whatever the price then', () => {
    const gone = [40, { isOffered: false }] as Step
    const back = (days: number) => [days, { isOffered: true }] as Step
    expect(reference(gone, [41, { cents: 20 }], [42, { cents: 80 }], back(50))).toBe(100)
    expect(reference(gone, [41, { cents: 80 }], back(71))).toBeNull()
    expect(reference([39, { cents: 80 }], gone, back(90))).toBe(100)
    expect(reference([39, { cents: 80 }], gone, [41, { cents: 70 }])).toBeNull()
    expect(reference([39, { cents: 80 }], gone, [41, { cents: 70 }], back(42))).toBe(100)
  })

  test('is none in another currency', () => {
    expect(reference([40, { cents: 80, currency: 'USD' }])).toBeNull()
    expect(reference([40, { cents: 80 }], [41, { cents: 80, currency: 'USD' }])).toBeNull()
  })

  for (const takesBack of ['event', 'batch'] as const)
    test(`is there again once the change that ended it is undone, as one ${takesBack}, and the undone price counts`, () => {
      const [offer, raised] = [
        [40, { cents: 80 }],
        [41, { cents: 95 }],
      ] as Step[] as [Step, Step]
      expect(historyOf(offer, raised, [42, { cents: 80, takesBack }])).toMatchObject({
        reduction: { fromCents: 100, position: 1, since: 40 * day, daysOnSale: 40 },
      })
      expect(reference(offer, raised, [42, { cents: 80 }])).toBeNull()
      expect(reference([40, { cents: 70 }], [41, { cents: 100, takesBack }])).toBeNull()
      expect(reference([40, { cents: 70 }], [41, { cents: 100, takesBack }], [50, { cents: 90 }])).toBeNull()
      const hidden: Step[] = [offer, raised, [42, { isOffered: false }]]
      const back = { cents: 80, causation: 3, position: 5, correlation: 'undo', at: 43 * day }
      const shown = { isOffered: true, position: 6, correlation: 'shown', at: 44 * day }
      expect(announced(withChange(withChange(historyOf(...hidden), back), shown))?.fromCents).toBe(100)
    })

  test('needs few of the prices that there were', () => {
    let history = start()
    for (let nth = 2; nth < 5000; nth++)
      history = withChange(history, {
        at: nth * 1000,
        position: nth,
        correlation: `${nth}`,
        cents: 50 + ((nth * 37) % 60),
      })
    expect(history.past.length).toBeLessThan(200)
  })
})

const windowSize = 30
type Happening = { what: 'price' | 'on' | 'off' | 'undo'; cents: number; later: number }
type Known = { when: number; cents: number; isOffered: boolean; undoes: number | null; isPrice: boolean }

/** Tries every instant of the window, and goes through the events anew for each. */
function lowestOf(known: readonly Known[], until: number): number | null {
  let lowest: number | null = null
  for (let instant = until - windowSize; instant < until; instant++) {
    const there = known.findLast(({ when }) => when <= instant)
    if (there?.isOffered && (lowest === null || there.cents < lowest)) lowest = there.cents
  }
  return lowest
}

/** The reference that stands after each event; null: nothing may be announced. */
function oracle(known: readonly Known[]): (number | null)[] {
  const stands: (number | null)[] = [null]
  for (let nth = 1; nth < known.length; nth++) stands.push(standing(known.slice(0, nth + 1), stands))
  return stands
}

/** The price that the public knows after so many events: an undo tells it too. */
function publicPrice(known: readonly Known[]): number {
  const last = known.findLast((one, nth) => one.isOffered || isRestored(known.slice(0, nth + 1)))
  return last?.cents ?? Number.NaN
}

/** Whether the last event takes back the one that gave the price that the public knows. */
function isRestored(known: readonly Known[]): boolean {
  const [now, earlier] = [known.at(-1) as Known, known.slice(0, -1)]
  if (now.undoes === null) return false
  const told = toldAt(earlier)
  const source = earlier.slice(0, told + 1).findLastIndex(({ isPrice }) => isPrice)
  if (told === 0 || now.undoes !== source) return false
  return now.cents === publicPrice(earlier.slice(0, told))
}

/** Which event last changed the price that the public knows. */
function toldAt(known: readonly Known[]): number {
  for (let nth = known.length - 1; nth > 0; nth--)
    if (publicPrice(known.slice(0, nth + 1)) !== publicPrice(known.slice(0, nth))) return nth
  return 0
}

function standing(known: readonly Known[], stands: readonly (number | null)[]): number | null {
  const [now, earlier] = [known.at(-1) as Known, known.slice(0, -1)]
  const stood = stands.at(-1) ?? null
  if (isRestored(known)) return stands[toldAt(earlier) - 1] ?? null
  const told = publicPrice(earlier)
  if (!now.isOffered || now.cents === told) return stood
  if (now.cents > told) return null
  const reference = stood ?? lowestOf(known, now.when)
  return reference !== null && reference > now.cents ? reference : null
}

test('of 100,000 histories, each agrees with an oracle that tries every instant', () => {
  const happening = fc.record<Happening>({
    what: fc.constantFrom('price', 'price', 'price', 'undo', 'on', 'off'),
    cents: fc.integer({ min: 1, max: 6 }),
    later: fc.constantFrom(-3, 0, 1, 2, 5, 9, 14, 29, 30, 31),
  })
  fc.assert(
    fc.property(fc.array(happening, { minLength: 1, maxLength: 12 }), (happenings) => {
      const known: Known[] = [{ when: 0, cents: 4, isOffered: true, undoes: null, isPrice: true }]
      let history = firstPrice({ at: 0, cents: 4, currency: 'ARS', position: 0, correlation: '0' })
      let clock = 0
      const seen: (number | null)[] = [null]
      for (const { what, cents, later } of happenings) {
        clock += later
        const [last, position] = [known.at(-1) as Known, known.length]
        const priced = known.findLastIndex(({ isPrice }) => isPrice)
        const undoes = what === 'undo' && priced > 0 ? priced : null
        const change: PriceChange = { at: clock, position, correlation: `${position}` }
        if (undoes !== null) Object.assign(change, { cents: known[undoes - 1]?.cents, causation: undoes })
        else if (what === 'price' || what === 'undo') change.cents = cents
        else change.isOffered = what === 'on'
        if (change.cents === last.cents) continue
        const when = clock < last.when ? last.when + 1 : clock
        const isPrice = change.cents !== undefined
        known.push({
          when,
          cents: change.cents ?? last.cents,
          isOffered: change.isOffered ?? last.isOffered,
          undoes,
          isPrice,
        })
        history = withChange(history, change, windowSize)
        seen.push(history.reduction?.fromCents ?? null)
      }
      expect(seen).toEqual(oracle(known))
    }),
    { numRuns: 100_000 },
  )
})

test('thirty days are thirty days', () => expect(priceWindowMs).toBe(2_592_000_000))
