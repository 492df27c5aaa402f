import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { open } from './keyring.ts'

const meta = { actor: 'operator', cause: 'Test', correlation: 'c' } as const
const registered = (memberId: number) => ({
  commandId: randomUUID(),
  meta,
  writes: [
    {
      stream: `member-${memberId}` as const,
      expected: 0,
      events: [
        {
          type: 'MemberJoined' as const,
          data: { memberId, name: 'Zoraida Quispe', card: 'Q-17' },
        },
      ],
    },
  ],
})

test('personal fields are stored sealed, differently for equal names, and a key opens only its own', async ({
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
  expect(open(key, Buffer.from(first ?? '', 'base64url'), '1 MemberJoined name').toString()).toBe('Zoraida Quispe')
  expect(() => open(key, Buffer.from(second ?? '', 'base64url'), '2 MemberJoined name')).toThrow()
  expect(() => open(key, Buffer.from(first ?? '', 'base64url'), '1 MemberJoined card')).toThrow()
})

test('a person whose key was destroyed reads as null, everybody else as before', async ({
  core: { store, keyring },
}) => {
  await store.append(registered(3))
  await store.append(registered(4))
  await keyring.destroy(3)
  const histories = await store.readStreams(['member-3', 'member-4'])
  expect(histories.get('member-3')?.[0]?.data).toMatchObject({ name: null, card: null })
  expect(histories.get('member-4')?.[0]?.data).toMatchObject({ name: 'Zoraida Quispe' })
})

test('a destroyed key is never made anew: what is written later about the person holds null', async ({
  core: { store, pool, keyring },
}) => {
  await store.append(registered(5))
  for (const subject of [5, 5, 6]) await keyring.destroy(subject)
  expect([...(await keyring.findOrCreate([5, 6, 7])).keys()]).toEqual([7])
  await store.append(registered(6))
  const { rows } = await pool.query('select data from es.events order by pos desc limit 1')
  expect(rows[0]?.data).toEqual({ memberId: 6, name: null, card: null })
  expect((await store.readStreams(['member-6'])).get('member-6')?.[0]?.data).toMatchObject({ memberId: 6, name: null })
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
  const histories = await store.readStreams(ids.map((id) => `member-${id}` as const))
  for (const [event] of histories.values()) expect(event?.data).toMatchObject({ name: null, card: null })
})
