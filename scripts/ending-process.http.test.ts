// Processes of two releases, each told to end in its turn, behind a balancer: nobody who shops meanwhile notices.
import { expect, onTestFinished, test } from 'vitest'
import { changeRelease } from '#scripts/fault-injection/rolling/release-round.ts'
import { createDatabase } from '#scripts/testing/database.ts'

test('[HA-04] behind a balancer the next release takes the place of this one, which ends by SIGTERM, and is gone back from, under load: no request fails, and each time the other feeds the read models within a second', {
  timeout: 180_000,
}, async () => {
  const { databaseUrl, drop } = await createDatabase()
  onTestFinished(drop)
  const change = { rounds: 1, rates: { reads: 20, orders: 1 }, balancer: 'own' } as const
  await using opened = new AsyncDisposableStack()
  const { crowd, takenOverMs, problems } = await changeRelease(databaseUrl, change, opened)
  const { asked, orders } = crowd
  console.log(asked, { orders: orders.length, takenOverMs: takenOverMs.map(Math.round) })
  expect(crowd.failed).toEqual([])
  expect(problems).toEqual([])
  expect(asked.read).toBeGreaterThan(100)
  expect(orders.length).toBeGreaterThan(5)
  expect(takenOverMs).toHaveLength(2)
  for (const ms of takenOverMs) expect(ms).toBeLessThan(1000)
})
