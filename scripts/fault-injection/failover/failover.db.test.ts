// A primary that is gone for good: what was acknowledged is on its synchronous standby, and the shops go on there by themselves.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { failOver } from './failover-round.ts'

test('[F5 partial] [HA-03] a primary killed under checkout load: everything acknowledged is on the new primary, nothing twice, read models equal to the log', async () => {
  const seed = randomInt(2 ** 31)
  const { problems, commands, before, after, events, backMs, refusal } = await failOver(seed)
  console.log({ before, after, events, backMs: Math.round(backMs) }, commands)
  expect(problems, `seed ${seed}`).toEqual([])
  expect(refusal).toContain('esa dirección lleva a una réplica')
  expect(before).toBeGreaterThanOrEqual(150)
  expect(after).toBeGreaterThanOrEqual(150)
  expect(backMs).toBeLessThan(15_000)
}, 120_000)
