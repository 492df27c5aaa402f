import { expect, vi } from 'vitest'
import { openTestCore, test } from '#backend/testing/core-fixture.ts'
import { RateLimits } from './rate-limits.ts'

const rate = { points: 120, seconds: 60 }
const of = (who: string, points = 120) => ({ name: 'prueba', who, rate: { ...rate, points } })

/** How many of so many calls in a row, or at once, went on. */
async function admitted(limits: RateLimits, who: string, calls: number, atOnce = false): Promise<number> {
  let count = 0
  const call = async () => {
    if ((await limits.spend([of(who)])) === 0) count++
  }
  if (atOnce) await Promise.all(Array.from({ length: calls }, call))
  else for (let nth = 0; nth < calls; nth++) await call()
  return count
}

test('[T42] a rate is kept to the point, in a row and all at once', async ({ core: { rateLimits } }) => {
  expect(await admitted(rateLimits, 'in a row', 150)).toBe(120)
  expect(await admitted(rateLimits, 'at once', 500, true)).toBe(120)
  expect(await rateLimits.spend([of('another')])).toBe(0)
})

test('processes share it', async ({ core: { rateLimits }, databaseUrl }) => {
  const other = await openTestCore(databaseUrl)
  const both = await Promise.all([
    admitted(rateLimits, 'shared', 200, true),
    admitted(other.rateLimits, 'shared', 200, true),
  ])
  await other.close()
  expect(both[0] + both[1]).toBe(120)
})

test('most calls cost no statement, and those that are refused cost none', async ({ core: { pool, rateLimits } }) => {
  const query = vi.spyOn(pool, 'query')
  for (let nth = 0; nth < 120; nth++) expect(await rateLimits.spend([of('cheap'), of('cheap too')])).toBe(0)
  expect(query).toHaveBeenCalledTimes(10)
  expect(await admitted(rateLimits, 'cheap', 1)).toBe(0)
  query.mockClear()
  expect(await admitted(rateLimits, 'cheap', 5000, true)).toBe(0)
  expect(query).not.toHaveBeenCalled()
  query.mockRestore()
})

test('of several nothing is spent if one has none left', async ({ core: { rateLimits } }) => {
  const [scarce, ample] = [of('scarce', 3), of('ample', 20)]
  for (let nth = 0; nth < 3; nth++) expect(await rateLimits.spend([scarce, ample])).toBe(0)
  for (let nth = 0; nth < 50; nth++) expect(await rateLimits.spend([scarce, ample])).toBeGreaterThan(0)
  for (let nth = 0; nth < 17; nth++) expect(await rateLimits.spend([ample])).toBe(0)
  expect(await rateLimits.spend([ample])).toBeGreaterThan(0)
})

test('a point comes back, and a count begins anew', async ({ core: { rateLimits } }) => {
  const few = of('few', 2)
  for (let nth = 0; nth < 2; nth++) expect(await rateLimits.spend([few])).toBe(0)
  expect(await rateLimits.spend([few])).toBeGreaterThan(0)
  rateLimits.giveBack(few)
  expect(await rateLimits.spend([few])).toBe(0)
  expect(await rateLimits.spend([few])).toBeGreaterThan(0)
  await rateLimits.reset(few)
  for (let nth = 0; nth < 2; nth++) expect(await rateLimits.spend([few])).toBe(0)
  expect(await rateLimits.spend([few])).toBeGreaterThan(0)
})

test('when the time is over it begins anew by itself, and says before how long that takes', async ({
  core: { rateLimits },
}) => {
  const brief = { name: 'prueba', who: 'brief', rate: { points: 1, seconds: 1 } }
  expect(await rateLimits.spend([brief])).toBe(0)
  expect(await rateLimits.spend([brief])).toBe(1)
  await expect.poll(() => rateLimits.spend([brief])).toBe(0)
})

test('a database that is away is told to every caller, and asked again by the next', async ({
  core: { pool, rateLimits },
}) => {
  const query = vi.spyOn(pool, 'query').mockRejectedValueOnce(new Error('away') as never)
  const answers = await Promise.allSettled([1, 2, 3].map(() => rateLimits.spend([of('unlucky')])))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  query.mockRestore()
  expect(await rateLimits.spend([of('unlucky')])).toBe(0)
})

test('[T46] what is over is swept away, what still counts stays', async ({ core: { pool, keyring } }) => {
  await pool.query(
    `insert into auth.rate_limits (key, points, expire) values ('login:over', 3, $1), ('login:counts', 3, $2)`,
    [Date.now() - 1000, Date.now() + 60_000],
  )
  await new RateLimits(pool, keyring).sweep()
  const { rows } = await pool.query<{ key: string }>("select key from auth.rate_limits where key like 'login:%'")
  expect(rows).toEqual([{ key: 'login:counts' }])
})
