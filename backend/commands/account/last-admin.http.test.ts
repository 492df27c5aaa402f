// Of the last two admins one stays, whatever two processes do to them at once.
import { expect } from 'vitest'
import { type Core, openCore } from '#backend/shop.ts'
import { type Shop, signedIn, superAdminKey, test } from '#backend/testing/shop-fixture.ts'
import { modifyUser } from './modify-user.ts'

type Person = Awaited<ReturnType<typeof signedIn>>

/** Takes the role from every other admin. */
async function onlyThese({ core }: Shop, one: Person, two: Person): Promise<void> {
  const context = { actor: `user:${one.id}`, correlation: 'test' } as const
  for (const { id, isAdmin } of (await one.get('/api/users')).body)
    if (isAdmin && id !== one.id && id !== two.id)
      await modifyUser(core, context, one.id, { id, isAdmin: false, superAdminKey })
}

test('[T18] of two admins in two processes, one stays: as both step down, as each demotes the other', async ({
  shop,
  databaseUrl,
}) => {
  const { dataKey } = shop.config.secrets
  const other = await openCore({ databaseUrl, dataKey, sessionSecret: 's'.repeat(40), superAdminKey })
  const demote = (core: Core, by: Person, id: number) => {
    const context = { actor: `user:${by.id}`, correlation: 'test' } as const
    return modifyUser(core, context, by.id, { id, isAdmin: false, superAdminKey })
  }
  try {
    let last = await signedIn(shop, { admin: true })
    for (let round = 0; round < 8; round++) {
      const second = await signedIn(shop, { admin: true })
      await onlyThese(shop, last, second)
      const [first, then] = round % 2 ? [last, second] : [second, last]
      const ends = await Promise.allSettled([demote(shop.core, last, first.id), demote(other, second, then.id)])
      const code = round % 2 ? 'last_admin' : 'not_found'
      expect(ends.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code } }])
      if ((await second.get('/api/session')).body.user.isAdmin) last = second
      expect((await last.get('/api/session')).body.user.isAdmin).toBe(true)
    }
  } finally {
    await other.close()
  }
})
