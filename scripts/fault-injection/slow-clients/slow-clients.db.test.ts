// A thousand slow clients on a busy machine; with times that are judged: npm run fault-injection -- --only slow-clients
import { expect } from 'vitest'
import { drillTest } from '#scripts/testing/database.ts'
import { besiege } from './slow-clients-round.ts'

const megabyte = 1024 ** 2

drillTest(
  '[F22] a thousand clients send heads and bodies byte by byte and read nothing, on a busy machine: everybody else is served, and the process holds on to none of it',
  async ({ databaseUrl }) => {
    const { problems, calls, memory, p95 } = await besiege(databaseUrl, {
      lastsMs: 3000,
      measuredMs: 500,
      isBusy: true,
    })
    console.log(calls, p95, memory)
    expect(problems).toEqual([])
    expect(calls).toBeGreaterThan(30)
    expect(memory.most - memory.before).toBeLessThan(300 * megabyte)
  },
)
