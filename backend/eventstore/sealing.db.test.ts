import { expect } from 'vitest'
import { newCommandId } from './handle-command.ts'
import { open } from './keyring.ts'
import { test } from './store-fixture.ts'

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
          type: 'UserRegistered',
          data: { userId, name: 'Zoraida Quispe', email: 'zoraida@gamertech.test', method: 'password' },
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

test('a person whose key was destroyed reads as null, everybody else as before', async ({ core: { store, pool } }) => {
  await store.append(registered(3))
  await store.append(registered(4))
  await pool.query('delete from keys.subjects where subject = 3')
  const histories = await store.readStreams(['user-3', 'user-4'])
  expect(histories.get('user-3')?.[0]?.data).toMatchObject({ name: null, email: null })
  expect(histories.get('user-4')?.[0]?.data).toMatchObject({ name: 'Zoraida Quispe' })
})
