import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import type { Core } from '#backend/eventstore/testing/test-store.ts'
import { open } from './keyring.ts'

const meta = { actor: 'operator', cause: 'Test', correlation: 'c' } as const
const registered = (memberId: number, expected: number | null = 0) => ({
  commandId: randomUUID(),
  meta,
  writes: [
    {
      stream: `member-${memberId}` as const,
      expected,
      events: [
        {
          type: 'MemberJoined' as const,
          data: { memberId, name: 'Zoraida Quispe', card: 'Q-17' },
        },
      ],
    },
  ],
})

/** Lets a member leave and forgets them. */
async function forget({ store }: Pick<Core, 'store'>, memberId: number): Promise<void> {
  const stream = `member-${memberId}` as const
  const left = { type: 'MemberLeft' as const, data: { memberId } }
  await store.append({ commandId: randomUUID(), meta, writes: [{ stream, expected: null, events: [left] }] })
  await store.forget(stream, memberId)
}

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

test('a person whose key was destroyed reads as null, everybody else as before', async ({ core: { store } }) => {
  await store.append(registered(3))
  await store.append(registered(4))
  await forget({ store }, 3)
  const histories = await store.readStreams(['member-3', 'member-4'])
  expect(histories.get('member-3')?.[0]?.data).toMatchObject({ name: null, card: null })
  expect(histories.get('member-4')?.[0]?.data).toMatchObject({ name: 'Zoraida Quispe' })
})

test('a destroyed key is never made anew: what is written later about the person holds null', async ({
  core: { store, pool, keyring },
}) => {
  await store.append(registered(5))
  for (const subject of [5, 5, 6]) await forget({ store }, subject)
  expect([...(await keyring.findOrCreate([5, 6, 7])).keys()]).toEqual([7])
  await store.append(registered(6, null))
  const { rows } = await pool.query('select data from es.events order by pos desc limit 1')
  expect(rows[0]?.data).toEqual({ memberId: 6, name: null, card: null })
  expect((await store.readStreams(['member-6'])).get('member-6')?.at(-1)?.data).toMatchObject({
    memberId: 6,
    name: null,
  })
})

test('nobody gives a destroyed key back, and the application changes none by hand', async ({
  core: { store, pool, keyring },
  owner,
}) => {
  await keyring.findOrCreate([8, 9])
  await expect(store.forget('member-8', 8)).rejects.toThrow('no event that frees its claims and names subject 8')
  await forget({ store }, 8)
  await expect(store.forget('member-8', 9)).rejects.toThrow('names subject 9')
  const revive = `update keys.subjects set wrapped_key = '\\x00', destroyed_at = null where subject = 8`
  await expect(owner.query(revive)).rejects.toThrow('destroyed for good')
  for (const sql of [revive, 'delete from keys.subjects', 'insert into keys.subjects values (10, null, now(), now())'])
    await expect(pool.query(sql)).rejects.toThrow('permission denied')
  expect((await keyring.find([9])).size).toBe(1)
  expect((await keyring.find([8])).size).toBe(0)
})

test('of two that write and destroy at once, nothing readable is left', async ({ core: { store } }) => {
  const ids = Array.from({ length: 20 }, (_, index) => 100 + index)
  await Promise.all(ids.flatMap((id) => [store.append(registered(id, null)), forget({ store }, id)]))
  const histories = await store.readStreams(ids.map((id) => `member-${id}` as const))
  const joined = [...histories.values()].flat().filter((event) => event.type === 'MemberJoined')
  expect(joined).toHaveLength(ids.length)
  for (const { data } of joined) expect(data).toMatchObject({ name: null, card: null })
})
