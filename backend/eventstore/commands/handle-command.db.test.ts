import { describe, expect } from 'vitest'
import { type CartCommand, type CartState, cart } from '#backend/domain/cart/cart.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { VersionConflict } from '#backend/eventstore/log/append-entry.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { additions, openStore } from '#backend/eventstore/testing/test-store.ts'
import { type CommandContext, newCommandId } from './command.ts'
import { handleCommand } from './handle-command.ts'

const context: CommandContext = { actor: 'user:1', correlation: '00000000-0000-4000-8000-000000000000' }
const add = (userId: number, quantity = 1): CartCommand => ({
  type: 'AddItemToCart',
  userId,
  productId: 3,
  quantity,
  availability: { isActive: true, available: 5 },
})

describe('many commands on one stream at once', () => {
  test('[EVT-16] 100 of two processes are all decided, each on what the ones before led to', async ({
    core: { store },
    databaseUrl,
  }) => {
    const other = await openStore(databaseUrl)
    try {
      const handled = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          handleCommand(index % 2 ? store : other.store, context, cart, 1, add(1)),
        ),
      )
      const quantities = handled.map(({ result }) => result.lines[0]?.quantity ?? 0).sort((a, b) => a - b)
      const oneTo100 = Array.from({ length: 100 }, (_, index) => index + 1)
      expect(quantities).toEqual(oneTo100)
      const stored = (await store.readStreams(['cart-1'])).get('cart-1') ?? []
      expect(stored.map(({ version }) => version)).toEqual(oneTo100)
    } finally {
      await other.close()
    }
  })

  test('only one of 20 that exclude each other succeeds', async ({ core: { store } }) => {
    await handleCommand(store, context, cart, 2, add(2))
    const remove: CartCommand = { type: 'RemoveItemFromCart', userId: 2, productId: 3 }
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => handleCommand(store, context, cart, 2, remove)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Rejection)
  })
})

test('a batch that another process overtakes is decided again, and a no is said on what is really there', async ({
  core: { store },
  databaseUrl,
}) => {
  const other = await openStore(databaseUrl)
  const productId = 3
  const remove: CartCommand = { type: 'RemoveItemFromCart', userId: 4, productId }
  try {
    await Promise.all(
      [store, other.store].map(async (one) => {
        for (let round = 0; round < 30; round++) {
          const batch = [add(4), remove, remove, add(4)].map((command) => handleCommand(one, context, cart, 4, command))
          for (const result of await Promise.allSettled(batch))
            if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Rejection)
        }
      }),
    )
    const history = (await store.readStreams(['cart-4'])).get('cart-4') ?? []
    let lines = 0
    for (const { type } of history) {
      if (type === 'ItemRemovedFromCart') expect(lines).toBeGreaterThan(0)
      lines = type === 'ItemRemovedFromCart' ? 0 : lines + 1
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
  const { result } = await handleCommand(store, context, cart, 6, async (state) => {
    seen.push(state.lines[0]?.quantity ?? 0)
    if (seen.length === 1) await store.append(additions(6, 0))
    return { ...add(6), productId: 1 }
  })
  expect(seen).toEqual([0, 1])
  expect(result.lines).toEqual([{ productId: 1, quantity: 2 }])
})

test('each command of a batch is prepared on what the previous ones led to; one that cannot be does not harm the others', async ({
  core: { store },
}) => {
  const seen: number[] = []
  const prepared = (fails: boolean) => async (state: CartState) => {
    seen.push(state.lines[0]?.quantity ?? 0)
    if (fails) throw new Error('the database was away')
    return add(7)
  }
  const commands = [false, true, false].map((fails) => handleCommand(store, context, cart, 7, prepared(fails)))
  const results = await Promise.allSettled(commands)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { message: 'the database was away' } })
  expect(seen).toEqual([0, 1, 1])
})

test('an entry that follows one which is refused is refused with it, whatever the version is by then', async ({
  core: { store },
}) => {
  const first = additions(5, 3)
  const second = { ...additions(5, 0), follows: first.commandId }
  const third = { ...additions(5, 1), follows: second.commandId }
  const results = await Promise.allSettled([first, second, third].map((entry) => store.append(entry)))
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(VersionConflict) })
  await expect(store.append(second)).rejects.toThrow(VersionConflict)
  expect((await store.readStreams(['cart-5'])).get('cart-5')).toEqual([])
  const accepted = [additions(5, 0, 2), additions(5, 2)] as const
  await Promise.all([store.append(accepted[0]), store.append({ ...accepted[1], follows: accepted[0].commandId })])
  expect((await store.readStreams(['cart-5'])).get('cart-5')).toHaveLength(3)
})

test('a repeated command appends nothing, also beside its first', async ({ core: { store } }) => {
  const once = { ...context, commandId: newCommandId() }
  const handled = await Promise.all([1, 2, 3].map(() => handleCommand(store, once, cart, 3, add(3, 2))))
  expect(handled.filter(({ appended }) => appended)).toHaveLength(1)
  expect(new Set(handled.map(({ position }) => position)).size).toBe(1)
  const again = await handleCommand(store, once, cart, 3, add(3, 2))
  expect(again).toMatchObject({ position: handled[0]?.position, appended: false })
  expect((await store.readStreams(['cart-3'])).get('cart-3')).toHaveLength(1)
})
