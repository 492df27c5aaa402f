// 200 buyers of 20 units, round after round, in two processes behind a slow network.
import { expect } from 'vitest'
import { openCoreUnderTest } from '#scripts/fault-injection/processes/core-under-test.ts'
import { test } from '#scripts/testing/database.ts'
import { openBuyers, sellOut } from './rush.ts'

const [rounds, buyers, units, delayMs] = [20, 200, 20, 100]

test('[T7 partial] 200 buyers of 20 units in two processes, 20 rounds with each packet 100 ms late: 20 are sold each time, no hold is left, and all money in is paid for or back', {
  timeout: 300_000,
}, async ({ databaseUrl }) => {
  await using opened = new AsyncDisposableStack()
  const core = await openCoreUnderTest(databaseUrl)
  opened.defer(() => core.close())
  const crowds = [await openBuyers(databaseUrl, delayMs), await openBuyers(databaseUrl, delayMs)]
  for (const crowd of crowds) opened.defer(crowd.stop)
  for (let round = 1; round <= rounds; round++) {
    const { orders, paid, refunded, moneyIn, stock } = await sellOut(core, crowds, round, buyers, units)
    expect([round, new Set(orders).size, stock]).toEqual([round, units, { onHand: 0, reserved: 0 }])
    expect([paid, moneyIn]).toEqual([units * 1050, paid + refunded])
  }
})
