import { expect, test } from 'vitest'
import type { InstalmentPlan } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { InstalmentAnswers } from './instalment-answers.ts'

const minute = 60_000
const plan: InstalmentPlan = {
  ...{ brand: 'visa', count: 3, amountCents: 100, totalCents: 300 },
  ...{ cftea: '0,00%', isInterestFree: true },
}

function opened() {
  const state = { now: 0, isAway: false, asked: [] as number[], reports: 0 }
  const answers = new InstalmentAnswers({
    now: () => new Date(state.now),
    report: () => state.reports++,
    wallet: {
      findInstalments: async (cents) => {
        state.asked.push(cents)
        if (state.isAway) throw new Error('away')
        return [{ ...plan, totalCents: cents }]
      },
    },
  })
  return { state, answers }
}

test('an amount is asked for once in ten minutes, however many want to know', async () => {
  const { state, answers } = opened()
  const [one, other] = await Promise.all([answers.plansFor(300), answers.plansFor(300)])
  expect(one).toBe(other)
  state.now = 10 * minute - 1
  await answers.plansFor(300)
  await answers.plansFor(500)
  expect(state.asked).toEqual([300, 500])
  state.now = 10 * minute
  await answers.plansFor(300)
  expect(state.asked).toEqual([300, 500, 300])
})

test('without an answer there is nothing, never an older one; the wallet has a pause, and is then asked again', async () => {
  const { state, answers } = opened()
  expect(await answers.plansFor(300)).toHaveLength(1)
  state.isAway = true
  state.now = 10 * minute
  expect(await answers.plansFor(300)).toEqual([])
  expect(await answers.plansFor(400)).toEqual([])
  expect([state.asked, state.reports]).toEqual([[300, 300], 1])
  state.isAway = false
  state.now += minute / 2
  expect(await answers.plansFor(300)).toHaveLength(1)
})

test('more than a few amounts at once wait for nobody', async () => {
  const { state, answers } = opened()
  const all = await Promise.all(Array.from({ length: 20 }, (_, nth) => answers.plansFor(nth + 1)))
  expect(all.filter(({ length }) => length > 0)).toHaveLength(8)
  expect(state.asked).toHaveLength(8)
})

test('so many amounts are asked for in a minute, however many products somebody opens', async () => {
  const { state, answers } = opened()
  for (let cents = 1; cents <= 130; cents++) await answers.plansFor(cents)
  expect(state.asked).toHaveLength(120)
  expect(await answers.plansFor(120)).toHaveLength(1)
  expect(await answers.plansFor(131)).toEqual([])
  state.now = minute
  expect(await answers.plansFor(131)).toHaveLength(1)
})
