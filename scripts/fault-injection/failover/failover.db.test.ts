// A primary that is gone for good: what was acknowledged is on its synchronous standby, and the shops go on there by themselves; another standby
// loses what it had not received, and nothing else.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { failOver } from './failover-round.ts'

test('[F5] [HA-03] a primary killed under checkout load: everything acknowledged is on its synchronous standby, nothing twice, read models equal to the log; without one, what was acknowledged while the standby was cut off is lost, and nothing else', async () => {
  const seed = randomInt(2 ** 31)
  const { problems, ...figures } = await failOver(seed, { isSynchronous: true })
  console.log(figures)
  expect(problems, `seed ${seed}`).toEqual([])
  expect(figures.refusal).toContain('esa dirección lleva a una réplica')
  expect(figures.before).toBeGreaterThanOrEqual(100)
  expect(figures.after).toBeGreaterThanOrEqual(60)
  expect(figures.backMs).toBeLessThan(15_000)

  const { problems: found, ...without } = await failOver(seed, { isSynchronous: false })
  console.log(without)
  expect(found, `seed ${seed}`).toEqual([])
  expect(without.lost).toBeGreaterThan(0)
  expect(without.after).toBeGreaterThanOrEqual(60)
}, 180_000)
