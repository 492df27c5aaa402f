// What another session locks stops the appends that need it, and no other.
import type pg from 'pg'
import { expect } from 'vitest'
import type { Library } from '#backend/eventstore/testing/library/library.ts'
import { test as storeTest } from '#backend/eventstore/testing/store-fixture.ts'
import { copiesEntry, reading } from '#backend/eventstore/testing/test-store.ts'
import { Overloaded } from './append-entry.ts'
import type { EventStore, NewEntry } from './event-store.ts'
import { streamUuid } from './stream-id.ts'

/** `holder`: another session, with the rights of the owner. */
const test = storeTest.extend('holder', async ({ owner }, { onCleanup }) => {
  const client = await owner.connect()
  onCleanup(() => client.release(true))
  return client
})

const key = Buffer.from('a card')
const claiming = (memberId: number): NewEntry<Library> => ({
  ...reading(memberId, 0),
  claims: [{ scope: 'card', key, stream: `member-${memberId}` }],
})

/** What is locked, the entry that needs it, and entries before them both. */
type Lock = [
  what: string,
  setting: NewEntry<Library>[],
  lock: (holder: pg.ClientBase, store: EventStore<Library>) => Promise<unknown>,
  stuck: () => NewEntry<Library>,
]
const locks: Lock[] = [
  [
    'a stream',
    [reading(1, 0)],
    (holder, { log }) => holder.query('select from es.streams where id = $1 for update', [streamUuid(log, 'member-1')]),
    () => reading(1, null),
  ],
  [
    'a guard',
    [copiesEntry('CopiesCounted', 3, 10)],
    (holder) => holder.query('select from es.guards where key = 3 for update'),
    () => copiesEntry('CopiesLent', 3, 1),
  ],
]
/** Rows that nobody sees before their transaction ends. */
const creations: Lock[] = [
  [
    'a stream that another session is about to create',
    [],
    (holder, { log }) => holder.query('insert into es.streams values ($1, 1, 1)', [streamUuid(log, 'member-2')]),
    () => reading(2, null),
  ],
  [
    'a guard that another session is about to create',
    [],
    (holder) => holder.query('insert into es.guards values (4, 1, 0)'),
    () => copiesEntry('CopiesCounted', 4, 1),
  ],
  [
    'a claim that another session is about to take',
    [],
    (holder) => holder.query('insert into es.claims values (1, $1, gen_random_uuid())', [key]),
    () => claiming(5),
  ],
]

test.for(locks)(
  '%s that is locked keeps only those who need it, who are refused in time or appended once it is free',
  async ([, setting, lock, stuck], { core: { store }, holder }) => {
    for (const entry of setting) await store.append(entry)
    await holder.query('begin')
    await lock(holder, store)
    const settled: string[] = []
    const note = (name: string) => () => void settled.push(name)
    const refused = [stuck(), stuck()].map((entry) => store.append(entry))
    for (const one of refused) one.catch(note('stuck'))
    for (let n = 0; n < 10; n++) await Promise.all([100, 101, 102].map((id) => store.append(reading(id, null))))
    settled.push('others')
    for (const one of refused) await expect(one).rejects.toThrow(Overloaded)
    expect(settled).toEqual(['others', 'stuck', 'stuck'])
    const entry = stuck()
    const waiting = store.append(entry)
    await expect.poll(() => store.waiting).toBe(1)
    await holder.query('rollback')
    const { position } = await waiting
    expect(await store.append(entry)).toEqual({ position, duplicate: true })
  },
)

test.for(creations)(
  '%s refuses those who need it in time, and they are appended once it is free',
  async ([, , lock, stuck], { core: { store }, holder }) => {
    await holder.query('begin')
    await lock(holder, store)
    const entries = [reading(100, null), stuck(), reading(101, null)]
    const outcomes = await Promise.allSettled(entries.map((entry) => store.append(entry)))
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { reason: expect.any(Overloaded) },
      { status: 'fulfilled' },
    ])
    const entry = stuck()
    const waiting = store.append(entry)
    await holder.query('rollback')
    const { position } = await waiting
    expect(await store.append(entry)).toEqual({ position, duplicate: true })
  },
)

test('commands of one stream that were decided in a row stay in order while it is locked', async ({
  core: { store },
  holder,
}) => {
  await store.append(reading(7, 0))
  await holder.query('begin; select from es.streams for update')
  const outcomes = Promise.all([store.append(reading(7, 1)), store.append(reading(7, 2))])
  await expect.poll(() => store.waiting).toBe(2)
  await holder.query('rollback')
  const [one, two] = await outcomes
  expect(two.position).toBe(one.position + 1)
})

test('a table that is locked refuses in time, and nothing is lost once it is free', async ({
  core: { store },
  holder,
}) => {
  await holder.query('begin; lock table es.streams in access exclusive mode')
  await expect(store.append(reading(8, null))).rejects.toThrow(Overloaded)
  const waiting = [8, 9].map((id) => store.append(reading(id, null)))
  await holder.query('rollback')
  const outcomes = await Promise.all(waiting)
  expect(outcomes.map(({ duplicate }) => duplicate)).toEqual([false, false])
})
