// 200 buyers of 20 units, round after round, in two processes behind a slow network. A hundred rounds: npm run fault-injection -- --only hot-product
import { expect } from 'vitest'
import { drillTest } from '#scripts/testing/database.ts'
import { rushRounds } from './rush.ts'

drillTest(
  '[T7 partial] 200 buyers of 20 units in two processes, 20 rounds with each packet 100 ms late: 20 are sold each time, no hold is left, and all money in is paid for or back',
  {
    timeout: 300_000,
  },
  async ({ databaseUrl }) => {
    expect(await rushRounds(databaseUrl, { rounds: 20, delayMs: 100, lostShare: 0 })).toEqual([])
  },
)
