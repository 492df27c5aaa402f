import { expect } from 'vitest'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { open } from './keyring.ts'

const meta = { actor: 'operator', cause: 'Test', correlation: 'c' } as const
const registered = (userId: number) => ({
  commandId: newCommandId(),
  meta,
  writes: [
    {
      stream: `user-${userId}` as const,
      expected: 0,
      events: [
        {
          type: 'UserRegistered' as const,
          data: { userId, name: 'Zoraida Quispe', email: 'zoraida@gamertech.test', method: 'password' as const },
        },
      ],
    },
  ],
})

test('[PRIV-02] personal fields are stored sealed, differently for equal names, and a key opens only its own', async ({
  core: { store, pool, keyring },
}) => {
  await store.append(registered(1))
  await store.append(registered(2))
  const { rows } = await pool.query<{ data: { name: { $sealed: string } } }>(
    'select data::jsonb as data from es.events order by pos',
  )
  expect(JSON.stringify(rows)).not.toMatch(/zoraida/i)
  const [first, second] = rows.map((row) => row.data.name.$sealed)
  expect(first).not.toBe(second)
  const key = (await keyring.find([1])).get(1) ?? Buffer.alloc(0)
  expect(open(key, Buffer.from(first ?? '', 'base64url'), '1 UserRegistered name').toString()).toBe('Zoraida Quispe')
  expect(() => open(key, Buffer.from(second ?? '', 'base64url'), '2 UserRegistered name')).toThrow()
  expect(() => open(key, Buffer.from(first ?? '', 'base64url'), '1 UserRegistered email')).toThrow()
})

test('a person whose key was destroyed reads as null, everybody else as before', async ({
  core: { store, keyring },
}) => {
  await store.append(registered(3))
  await store.append(registered(4))
  await keyring.destroy(3)
  const histories = await store.readStreams(['user-3', 'user-4'])
  expect(histories.get('user-3')?.[0]?.data).toMatchObject({ name: null, email: null })
  expect(histories.get('user-4')?.[0]?.data).toMatchObject({ name: 'Zoraida Quispe' })
})

test('a destroyed key is never made anew: what is written later about the person holds null', async ({
  core: { store, pool, keyring },
}) => {
  await store.append(registered(5))
  for (const subject of [5, 5, 6]) await keyring.destroy(subject)
  expect([...(await keyring.findOrCreate([5, 6, 7])).keys()]).toEqual([7])
  await store.append(registered(6))
  const { rows } = await pool.query('select data from es.events order by pos desc limit 1')
  expect(rows[0]?.data).toEqual({ userId: 6, name: null, email: null, method: 'password' })
  expect((await store.readStreams(['user-6'])).get('user-6')?.[0]?.data).toMatchObject({ userId: 6, name: null })
})

test('nobody gives a destroyed key back, and the application deletes none', async ({ core: { pool, keyring } }) => {
  await keyring.findOrCreate([8])
  await keyring.destroy(8)
  const revive = 'update keys.subjects set wrapped_key = $1, destroyed_at = null where subject = 8'
  await expect(pool.query(revive, [Buffer.alloc(60)])).rejects.toThrow('destroyed for good')
  await expect(pool.query('delete from keys.subjects where subject = 8')).rejects.toThrow('permission denied')
  expect((await keyring.find([8])).size).toBe(0)
})

test('of two that write and destroy at once, nothing readable is left', async ({ core: { store, keyring } }) => {
  const ids = Array.from({ length: 20 }, (_, index) => 100 + index)
  await Promise.all(ids.flatMap((id) => [store.append(registered(id)), keyring.destroy(id)]))
  const histories = await store.readStreams(ids.map((id) => `user-${id}` as const))
  for (const [event] of histories.values()) expect(event?.data).toMatchObject({ name: null, email: null })
})
