// The password of the demo's admin is in the README: no shop that others may reach is open with it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { banUser } from '#backend/commands/account/ban-user.ts'
import { freePort } from '#backend/db/embedded-postgres/postgres-process.ts'
import { hashPassword } from '#backend/identity/passwords.ts'
import { openShop, publicEnv, type Shop } from '#backend/testing/shop-fixture.ts'
import { createDatabase, test } from '#scripts/testing/database.ts'
import { admin } from './demo-plan.ts'

/** A public address that a test can call: production, at a port of this machine. */
async function publicAddress(): Promise<Record<string, string>> {
  const port = String(await freePort())
  return { ...publicEnv, NODE_ENV: 'production', PORT: port, PUBLIC_URL: `http://localhost:${port}` }
}

async function signIn(shop: Shop, password: string): Promise<number> {
  return (await shop.client().post('/api/users/verifyuser', { email: admin.email, password })).status
}

test('a database with the known admin is refused on a public address, also while that account is suspended', async () => {
  const { databaseUrl, drop } = await createDatabase()
  const refused = 'La tienda no arranca en una dirección pública'
  try {
    const local = await openShop(databaseUrl)
    // A registration refuses this password, which is in the README: the demo itself gives it.
    const { body } = await local.client().post('/api/users/new', { ...admin, password: 'Clave-segura-1' })
    await local.core.accounts.dropHash(body.user.id)
    await local.core.accounts.keepHash(body.user.id, await hashPassword(admin.password))
    expect(await signIn(local, admin.password)).toBe(200)
    await local.stop()
    await expect(openShop(databaseUrl, { env: await publicAddress() })).rejects.toThrow(refused)

    const again = await openShop(databaseUrl)
    const userId = body.user.id as number
    const context = { actor: 'operator', correlation: 'test' } as const
    await banUser(again.core.store, context, { userId, reason: null })
    await again.stop()
    await expect(openShop(databaseUrl, { env: await publicAddress() })).rejects.toThrow(refused)
  } finally {
    await drop()
  }
})

test('a demo that is asked for on a public address has an admin with a password of its own', {
  timeout: 120_000,
}, async ({ databaseUrl }) => {
  const env = { ...(await publicAddress()), DEMO: '1' }
  const shop = await openShop(databaseUrl, { env })
  try {
    expect(await signIn(shop, admin.password)).toBe(401)
    const own = (await readFile(join(shop.config.dataDir, 'demo-admin.password'), 'utf8')).trim()
    expect(await signIn(shop, own)).toBe(200)
  } finally {
    await shop.stop()
  }
  const later = await openShop(databaseUrl, { env })
  await later.stop()
})
