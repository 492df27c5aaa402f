import { expect } from 'vitest'
import { test } from '#backend/testing/core-fixture.ts'

const attempt = { email: 'Zoraida@GamerTech.test', address: '203.0.113.7', isKnownDevice: false }

async function keys(pool: { query(text: string): Promise<{ rows: { key: string }[] }> }): Promise<string[]> {
  return (await pool.query('select key from auth.rate_limits order by key')).rows.map((row) => row.key)
}

test('counts one person however the e-mail is typed, under keys from which nobody can tell who it was', async ({
  core: { pool, loginLimits },
}) => {
  await loginLimits.begin(attempt)
  const counted = await keys(pool)
  expect(counted).toHaveLength(3)
  await loginLimits.begin({ ...attempt, email: ' zoraida@gamertech.TEST' })
  expect(await keys(pool)).toEqual(counted)
  for (const key of counted) expect(key).toMatch(/^(login|address|account):[\w-]{43}$/)
  await loginLimits.forget(attempt)
  expect(await keys(pool)).toEqual(counted.filter((key) => !key.startsWith('login:')))
})

test('guesses at one account from many addresses are few, and a browser that it knows still gets in', async ({
  core: { loginLimits, knownDevices },
}) => {
  const email = 'blanco@gamertech.test'
  let evaluated = 0
  for (let nth = 0; nth < 200; nth++) {
    const guess = { email, address: `198.51.100.${nth % 50}`, isKnownDevice: false }
    if ((await loginLimits.begin(guess)) === 0) evaluated++
  }
  expect(evaluated).toBe(20)
  const mark = knownDevices.markFor(' Blanco@GamerTech.test')
  expect(knownDevices.knows(mark, email)).toBe(true)
  for (const strange of [undefined, '', '.', 'x', `${mark}x`, mark.replace('.', '..'), knownDevices.markFor('otra@b')])
    expect(knownDevices.knows(strange, email)).toBe(false)
  const owner = { email, address: '192.0.2.1', isKnownDevice: true }
  expect(await loginLimits.begin(owner)).toBe(0)
  await loginLimits.forget(owner)
  // Nor are guesses from a stolen mark without end.
  let stolen = 0
  for (let nth = 0; nth < 200; nth++)
    if ((await loginLimits.begin({ ...owner, address: `192.0.2.${nth}` })) === 0) stolen++
  expect(stolen).toBe(20)
})

test('a mailbox is not filled: an e-mail gets five reset mails an hour, known or not', async ({
  core: { loginLimits },
}) => {
  const waits = []
  for (let nth = 0; nth < 7; nth++) waits.push(await loginLimits.beginReset(nth % 2 ? 'Ana@b.test' : 'ana@b.test '))
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  for (const wait of waits.slice(5)) expect(wait).toBeGreaterThan(3500)
})
