// The passwords of the demo's admin and staff are in the README: no shop that others may reach is open with one of them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { registerUser } from '#backend/commands/account/register-user.ts'
import { changeAccount } from '#backend/commands/changes.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { openShop, publicEnv, type Shop } from '#backend/testing/shop-fixture.ts'
import { createDatabase, test } from '#scripts/testing/database.ts'
import { refuseKnownAccounts, type Trusted } from './demo-accounts.ts'
import { admin, staff } from './demo-plan.ts'

/** For a database that a shop on a public address is opened on too. */
const sameKey = { env: { DATA_KEY: publicEnv.DATA_KEY } }

/** A public address that a test can call: production, at a port of this machine. */
async function publicAddress(): Promise<Record<string, string>> {
  const port = String(await freePort())
  return { ...publicEnv, NODE_ENV: 'production', PORT: port, PUBLIC_URL: `http://localhost:${port}` }
}

async function signIn(shop: Shop, password: string, { email }: Pick<Trusted, 'email'> = admin): Promise<number> {
  return (await shop.client().post('/api/users/verifyuser', { email, password })).status
}

/** Makes the account with the password of the README, as the demo does: a registration over HTTP refuses it. */
async function registerKnown({ core }: Shop, { name, email, password }: Trusted): Promise<number> {
  return (await registerUser(core, { name, email, password })).userId
}

test('a database with the known admin is refused on a public address, also while that account is suspended', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const refused = 'La tienda no arranca en una dirección pública'
  try {
    const local = await openShop(databaseUrl, sameKey)
    const userId = await registerKnown(local, admin)
    expect(await signIn(local, admin.password)).toBe(200)
    await local.stop()
    await expect(openShop(databaseUrl, { env: await publicAddress() })).rejects.toThrow(refused)

    const again = await openShop(databaseUrl, sameKey)
    const context = { actor: 'operator', correlation: 'test' } as const
    await changeAccount(again.core.store, context, { type: 'BanUser', userId, reason: null })
    await again.stop()
    await expect(openShop(databaseUrl, { env: await publicAddress() })).rejects.toThrow(refused)
  } finally {
    await drop()
  }
})

test('so is one with a known member of the staff, by the same look, and one with accounts of these e-mails alone is not', async () => {
  const { databaseUrl, drop } = await createDatabase()
  try {
    const shop = await openShop(databaseUrl, sameKey)
    const look = () => refuseKnownAccounts(shop.core.accounts)
    for (const person of staff) {
      await expect(look()).resolves.toBeUndefined()
      const userId = await registerKnown(shop, person)
      await expect(look()).rejects.toThrow(person.email)
      await shop.core.accounts.dropHash(userId)
    }
    await shop.stop()
  } finally {
    await drop()
  }
})

test('a demo that is asked for on a public address has an admin and a staff with passwords of their own', {
  timeout: 120_000,
}, async ({ databaseUrl }) => {
  const env = { ...(await publicAddress()), DEMO: '1' }
  const shop = await openShop(databaseUrl, { env })
  try {
    expect(await signIn(shop, admin.password)).toBe(401)
    const own = (await readFile(join(shop.config.dataDir, 'demo-admin.password'), 'utf8')).trim()
    expect(await signIn(shop, own)).toBe(200)
    const owns = new Set([own])
    for (const person of staff) {
      expect([person.role, await signIn(shop, person.password, person)]).toEqual([person.role, 401])
      const file = join(shop.config.dataDir, `demo-${person.email.split('@')[0]}.password`)
      const text = (await readFile(file, 'utf8')).trim()
      expect([person.role, await signIn(shop, text, person)]).toEqual([person.role, 200])
      owns.add(text)
    }
    expect(owns.size).toBe(1 + staff.length)
  } finally {
    await shop.stop()
  }
  const later = await openShop(databaseUrl, { env })
  await later.stop()
})
