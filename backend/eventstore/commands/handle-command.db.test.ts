import { describe, expect } from 'vitest'
import type { ActorOf } from '#backend/eventstore/definition/log-definition.ts'
import { CommandIdReused, GuardRefused, Overloaded } from '#backend/eventstore/log/append-entry.ts'
import { book } from '#backend/eventstore/testing/library/book.ts'
import type { Library } from '#backend/eventstore/testing/library/library.ts'
import {
  type MemberCommand,
  type MemberState,
  member,
  NothingRead,
} from '#backend/eventstore/testing/library/member.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { openStore, reading } from '#backend/eventstore/testing/test-store.ts'
import { type CommandContext, newCommandId } from './command.ts'
import { handleCommand } from './handle-command.ts'
import { transact, type UnitOfWork } from './transact.ts'

const context: CommandContext<ActorOf<Library>> = {
  actor: 'member:1',
  correlation: '00000000-0000-4000-8000-000000000000',
}
const read = (memberId: number, pages = 1): MemberCommand => ({ type: 'ReadPages', memberId, bookId: 3, pages })

describe('many commands on one stream at once', () => {
  test('[EVT-16] 100 of two processes are all decided, each on what the ones before led to', async ({
    core: { store },
    databaseUrl,
  }) => {
    const other = await openStore(databaseUrl)
    try {
      const handled = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          handleCommand(index % 2 ? store : other.store, context, member, 1, read(1)),
        ),
      )
      const pages = handled.map(({ result }) => result.pages).sort((a, b) => a - b)
      const oneTo100 = Array.from({ length: 100 }, (_, index) => index + 1)
      expect(pages).toEqual(oneTo100)
      const stored = (await store.readStreams(['member-1'])).get('member-1') ?? []
      expect(stored.map(({ version }) => version)).toEqual(oneTo100)
    } finally {
      await other.close()
    }
  })

  test('only one of 20 that exclude each other succeeds', async ({ core: { store } }) => {
    await handleCommand(store, context, member, 2, read(2))
    const finish: MemberCommand = { type: 'FinishBook', memberId: 2, bookId: 3 }
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => handleCommand(store, context, member, 2, finish)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(NothingRead)
  })
})

test('a batch that another process overtakes is decided again, and a no is said on what is really there', async ({
  core: { store },
  databaseUrl,
}) => {
  const other = await openStore(databaseUrl)
  const finish: MemberCommand = { type: 'FinishBook', memberId: 4, bookId: 3 }
  try {
    await Promise.all(
      [store, other.store].map(async (one) => {
        for (let round = 0; round < 30; round++) {
          const batch = [read(4), finish, finish, read(4)].map((command) =>
            handleCommand(one, context, member, 4, command),
          )
          for (const result of await Promise.allSettled(batch))
            if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(NothingRead)
        }
      }),
    )
    const history = (await store.readStreams(['member-4'])).get('member-4') ?? []
    let pages = 0
    for (const { type } of history) {
      if (type === 'BookFinished') expect(pages).toBeGreaterThan(0)
      pages = type === 'BookFinished' ? 0 : pages + 1
    }
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1))
    expect(history.length).toBeGreaterThan(120)
  } finally {
    await other.close()
  }
})

test('a preparation sees what its command is decided on, and runs again after a lost race', async ({
  core: { store },
}) => {
  const seen: number[] = []
  const { result } = await handleCommand(store, context, member, 6, async (state) => {
    seen.push(state.pages)
    if (seen.length === 1) await store.append(reading(6, 0))
    return read(6)
  })
  expect(seen).toEqual([0, 1])
  expect(result.pages).toBe(2)
})

test('each command of a batch is prepared on what the previous ones led to; one that cannot be does not harm the others', async ({
  core: { store },
}) => {
  const seen: number[] = []
  const prepared = (fails: boolean) => async (state: MemberState) => {
    seen.push(state.pages)
    if (fails) throw new Error('the database was away')
    return read(7)
  }
  const commands = [false, true, false].map((fails) => handleCommand(store, context, member, 7, prepared(fails)))
  const results = await Promise.allSettled(commands)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { message: 'the database was away' } })
  expect(seen).toEqual([0, 1, 1])
})

test('a command that waits behind one which is refused is decided on what is there, not on what that one would have led to', async ({
  core: { store },
}) => {
  const set = (available: number) =>
    handleCommand(store, context, book, 5, { type: 'SetAvailable', bookId: 5, available })
  const [refused, accepted, repeated] = await Promise.allSettled([set(-5), set(3), set(3)])
  expect(refused).toMatchObject({ reason: expect.any(GuardRefused) })
  const result = { total: 3, taken: 0 }
  expect(accepted).toMatchObject({ value: { result, appended: true } })
  expect(repeated).toMatchObject({ value: { result, appended: false } })
  const history = (await store.readStreams(['book-5'])).get('book-5') ?? []
  expect(history.map(({ data }) => data)).toEqual([{ bookId: 5, delta: 3 }])
})

describe('a command that its caller names', () => {
  test('appends once, beside its first and later, and is answered with what the first led to', async ({
    core: { store },
  }) => {
    const once = { ...context, commandId: newCommandId() }
    const handled = await Promise.all([1, 2, 3].map(() => handleCommand(store, once, member, 3, read(3, 2))))
    expect(handled.filter(({ appended }) => appended)).toHaveLength(1)
    const { position, result } = handled[0] as (typeof handled)[number]
    await handleCommand(store, context, member, 3, read(3, 5))
    const unprepared = () => Promise.reject(new Error('nothing is decided again'))
    const again = await handleCommand(store, once, member, 3, unprepared)
    for (const repeat of [...handled, again]) expect(repeat).toMatchObject({ position, result })
    expect(result.pages).toBe(2)
    expect(again.appended).toBe(false)
    expect((await store.readStreams(['member-3'])).get('member-3')).toHaveLength(2)
  })

  test('is refused for another actor, stream or content', async ({ core: { store } }) => {
    const once = { ...context, commandId: newCommandId(), content: 'a page' }
    await handleCommand(store, once, member, 8, read(8))
    const reused = expect.any(CommandIdReused)
    for (const [other, id] of [
      [{ ...once, actor: 'member:2' }, 8],
      [{ ...once, content: 'two pages' }, 8],
      [once, 9],
      [{ ...context, commandId: once.commandId }, 8],
    ] as const)
      await expect(handleCommand(store, other, member, id, read(id))).rejects.toEqual(reused)
    await expect(store.append({ ...reading(8, null), commandId: once.commandId })).rejects.toEqual(reused)
  })

  test('of several streams is not decided again', async ({ core: { store } }) => {
    const once = { ...context, commandId: newCommandId(), content: 'a page' }
    let attempts = 0
    const attempt = async (unit: UnitOfWork<Library>) => {
      attempts++
      unit.decide(member, await unit.load(member, 10), read(10))
    }
    const { position } = await transact(store, once, 'Read', attempt)
    await expect(transact(store, once, 'Read', attempt)).rejects.toMatchObject({ name: 'AlreadyAccepted', position })
    await expect(transact(store, once, 'Skim', attempt)).rejects.toEqual(expect.any(CommandIdReused))
    expect(attempts).toBe(1)
  })
})

test('of more commands at once than may wait for one stream the rest is refused at once', async ({
  core: { store },
}) => {
  const commands = Array.from({ length: 200 }, () => handleCommand(store, context, member, 11, read(11)))
  const results = await Promise.allSettled(commands)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(72)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(Overloaded)
  expect((await handleCommand(store, context, member, 11, read(11))).result.pages).toBe(129)
})
