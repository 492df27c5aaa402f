import { expect } from 'vitest'
import { test } from '#backend/testing/core-fixture.ts'
import { LoginLimits } from './login-limits.ts'

const attempt = { email: 'Zoraida@GamerTech.test', address: '203.0.113.7' }

async function keys(pool: { query(text: string): Promise<{ rows: { key: string }[] }> }): Promise<string[]> {
  return (await pool.query('select key from auth.rate_limits order by key')).rows.map((row) => row.key)
}

test('counts one person however the e-mail is typed, under keys from which nobody can tell who it was', async ({
  core: { pool, loginLimits },
}) => {
  await loginLimits.begin(attempt)
  const counted = await keys(pool)
  expect(counted).toHaveLength(2)
  await loginLimits.begin({ ...attempt, email: ' zoraida@gamertech.TEST' })
  expect(await keys(pool)).toEqual(counted)
  for (const key of counted) expect(key).toMatch(/^(login|address):[\w-]{43}$/)
  await loginLimits.forget(attempt)
  expect(await keys(pool)).toEqual(counted.filter((key) => key.startsWith('address:')))
})

test('[T46] what is over is swept away, what still counts stays', async ({ core: { pool, keyring } }) => {
  await pool.query(
    `insert into auth.rate_limits (key, points, expire) values ('login:over', 3, $1), ('login:counts', 3, $2), ('login:ever', 3, null)`,
    [Date.now() - 1, Date.now() + 60_000],
  )
  await new LoginLimits(pool, keyring).sweep()
  const left = await keys(pool)
  expect(left).not.toContain('login:over')
  expect(left).toEqual(expect.arrayContaining(['login:counts', 'login:ever']))
})
