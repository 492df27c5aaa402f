import { describe, expect, test } from 'vitest'
import { guaranteeIn, guaranteeText } from './guarantee.limits.ts'
import { orderStates, paidStates } from './order.limits.ts'

const seller = 'Uno y Dos S.R.L.'
const told = (guaranteeMonths: number | null, guaranteeBy: string | null) => ({ guaranteeMonths, guaranteeBy })

test.for([
  ['what the product told', told(12, 'Kyntra'), 'Garantía de 12 meses desde la entrega, responde Kyntra'],
  [
    'the seller, if the product told months alone',
    told(24, null),
    `Garantía de 24 meses desde la entrega, responde ${seller}`,
  ],
  ['exactly the minimum', told(6, 'Kyntra'), 'Garantía de 6 meses desde la entrega, responde Kyntra'],
  [
    'the minimum by law without anything told',
    told(null, null),
    `Garantía legal de 6 meses desde la entrega, responde ${seller}`,
  ],
  [
    'who answers for the minimum, if told',
    told(null, 'Kyntra'),
    'Garantía legal de 6 meses desde la entrega, responde Kyntra',
  ],
  [
    'the minimum by the seller, if less was told',
    told(3, 'Kyntra'),
    `Garantía legal de 6 meses desde la entrega, responde ${seller}`,
  ],
  ['none told', told(0, 'Kyntra'), `Garantía legal de 6 meses desde la entrega, responde ${seller}`],
] as const)('says %s', ([, line, text]) => expect(guaranteeText(line, seller, null)).toBe(text))

test('names the seller by the word while there is no name', () => {
  expect(guaranteeText(told(null, null), '', null)).toBe(
    'Garantía legal de 6 meses desde la entrega, responde el vendedor',
  )
})

test.for([
  ['from date to date', '2026-11-28T15:00:00Z', 6, '28/05/2027'],
  ['across years', '2026-11-28T15:00:00Z', 36, '28/11/2029'],
  ['on the last day of a month that is shorter', '2026-08-31T15:00:00Z', 6, '28/02/2027'],
  ['also of a leap year', '2027-08-31T15:00:00Z', 6, '29/02/2028'],
  ['by the day of the shop, not of London', '2026-12-01T02:59:59Z', 12, '30/11/2027'],
  ['at the end of a December', '2026-12-31T15:00:00Z', 12, '31/12/2027'],
] as const)('ends %s', ([, start, months, end]) => {
  const text = guaranteeText(told(months, 'Kyntra'), seller, new Date(start))
  expect(text).toBe(`Garantía de ${months} meses, hasta el ${end}, responde Kyntra`)
})

describe('an order', () => {
  const placed = { state: 'placed', at: '2026-11-01T15:00:00Z' }
  const shown = (state: (typeof orderStates)[number], steps: { state: string; at: string }[] = []) =>
    guaranteeIn({ state, timeline: [placed, ...steps], seller: { company: seller } }, told(12, 'Kyntra'))

  test('tells it while it waits or is paid, and not after it ended', () => {
    const telling = orderStates.filter((state) => shown(state) !== null)
    expect(telling).toEqual(['placed', ...paidStates])
  })

  test.for(['delivered', 'picked_up'] as const)('counts it from when it was %s', (state) => {
    expect(shown(state, [{ state, at: '2026-11-28T15:00:00Z' }])).toContain('hasta el 28/11/2027')
  })
})
