// ops rotate-key: the same shop under another DATA_KEY, also if the change was cut off on the way.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { rotateDataKey } from '#backend/ops/transfer/rotate-key.ts'
import { type Core, openCore } from '#backend/shop.ts'
import { openShop, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'
import { test } from '#scripts/testing/database.ts'

const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
const sessionSecret = 's'.repeat(40)
type Person = Awaited<ReturnType<typeof signedIn>>

/** An operator's core, as one opens it: with the owner's rights. */
async function coreUnder(databaseUrl: string, dataKey: Buffer, onEnd: (end: () => Promise<void>) => void) {
  const core = await openCore({ databaseUrl, dataKey, sessionSecret })
  onEnd(() => core.close())
  return core
}

/** The person signs in, is shown by name, and nobody else can take their e-mail. */
async function expectKnown(client: Client, person: Person): Promise<void> {
  const { id, name, email, password } = person
  const answer = await client.post('/api/users/verifyuser', { email, password })
  expect([answer.status, answer.body.user]).toEqual([200, expect.objectContaining({ id, name, email })])
  expect((await client.post('/api/users/new', { name, email, password })).body.code).toBe('email_in_use')
}

/** What looks for a person, or acts on one, refuses under the old key instead of saying that there is nobody. */
async function expectNobodyMeant(core: Core, run: ReturnType<typeof opsOn>, people: Person[]): Promise<void> {
  const head = await core.store.head()
  for (const { id, name, email } of people)
    for (const args of [
      ...['find-person', 'grant-admin', 'ban', 'reinstate'].map((command) => [command, email]),
      ...[
        ['find-person', name],
        ['ban', String(id)],
        ['erase', String(id), '--yes'],
      ],
    ]) {
      const { code, err, lines } = await run(...args)
      expect([args[0], code, lines]).toEqual([args[0], 1, []])
      expect(err).toContain('DATA_KEY no es la de esta base de datos')
    }
  expect(await core.store.head()).toBe(head)
}

test('everybody signs in and is read under the new key alone, nobody twice, and verify finds nothing', async ({
  databaseUrl,
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'gamertech-key-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'new.key')
  await writeFile(file, `${newKey.toString('base64')}\n`)
  const ownerPool = openOwnerPool(databaseUrl, onTestFinished)
  const opened = (dataKey: Buffer) => coreUnder(databaseUrl, dataKey, onTestFinished)
  const before = await openShop(databaseUrl)
  const [ana, eva, gone] = [await signedIn(before), await signedIn(before), await signedIn(before)]
  await erasePerson(before.core, { actor: 'operator', correlation: 'test' }, gone.id)
  const core = await opened(oldKey)
  const run = opsOn({ core, ownerPool })
  const refused = await run('rotate-key', file)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('en marcha')])
  await before.stop()

  for (const bad of ['', 'no es una clave', Buffer.alloc(31).toString('base64')]) {
    await writeFile(join(folder, 'bad.key'), bad)
    expect((await run('rotate-key', join(folder, 'bad.key'))).code).toBe(2)
  }
  // Cut off once the last part is on disk, but not said to be: the next run finds it done.
  const cut = () => {
    throw new Error('cut off')
  }
  await expect(rotateDataKey({ core, ownerPool }, newKey, cut)).rejects.toThrow('cut off')
  expect(await run('rotate-key', file)).toMatchObject({ code: 0, err: '' })
  expect((await run('rotate-key', file)).lines[0]).toBe('Claves pasadas: 0; correos y cuentas reservados: 0.')
  await expect(core.keyring.check()).rejects.toThrow()
  await expectNobodyMeant(core, run, [ana, eva])

  const after = await openShop(databaseUrl, { env: { DATA_KEY: newKey.toString('base64') } })
  onTestFinished(() => after.stop())
  for (const person of [ana, eva]) await expectKnown(after.client(), person)
  const verified = await opsOn({ core: await opened(newKey), ownerPool })('verify')
  expect([verified.code, verified.err]).toEqual([0, ''])
})

test('persons under a third key end the change before anything of their part is moved', async ({
  databaseUrl,
  onTestFinished,
}) => {
  const shop = await openShop(databaseUrl, { env: { DATA_KEY: newKey.toString('base64') } })
  await signedIn(shop)
  await shop.stop()
  const ownerPool = openOwnerPool(databaseUrl, onTestFinished)
  const core = await coreUnder(databaseUrl, Buffer.alloc(32, 8), onTestFinished)
  const keys = async () => (await ownerPool.query('select * from keys.subjects order by subject')).rows
  const stored = await keys()
  await expect(rotateDataKey({ core, ownerPool }, Buffer.alloc(32, 6), () => undefined)).rejects.toThrow(
    'no abre con DATA_KEY',
  )
  expect(await keys()).toEqual(stored)
})
