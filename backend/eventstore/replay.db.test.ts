import { describe, expect } from 'vitest'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import type { Core } from '#backend/wiring.ts'
import { caughtUp, startPump } from './pump-fixture.ts'
import { compareWithLog, RebuildStopped, rebuild, rebuildOutdated } from './replay.ts'
import { additions } from './store.examples.ts'
import { test } from './store-fixture.ts'

const differences = (core: Core) => compareWithLog(core.pool, core.store, cartsProjection)
const change = (core: Core, quantity: number) =>
  core.pool.query(`update rm.carts set lines = jsonb_set(lines, '{0,quantity}', to_jsonb($1::int)) where user_id = 1`, [
    quantity,
  ])

describe('comparing with the log', () => {
  test('finds a row that was changed, one that is missing and one too many; a rebuild mends them', async ({ core }) => {
    const pump = await startPump(core, () => undefined)
    await Promise.all([1, 2, 3].map((cart) => core.store.append(additions(cart, 0, 2))))
    await caughtUp(core)
    await pump.stop()
    expect(await differences(core)).toEqual([])
    await change(core, 77)
    await core.pool.query('delete from rm.carts where user_id = 2')
    await core.pool.query(`insert into rm.carts values (9, '[]', null)`)
    const found = await differences(core)
    expect(found.map(({ key }) => key).sort()).toEqual(['1', '2', '9'])
    expect(found.find(({ key }) => key === '1')).toMatchObject({
      live: { lines: [{ productId: 1, quantity: 77 }] },
      expected: { lines: [{ productId: 1, quantity: 2 }] },
    })
    expect(await rebuild(core.pool, core.store, cartsProjection)).toBe(3)
    expect(await differences(core)).toEqual([])
  })

  test('leaves out keys that are parked', async ({ core }) => {
    await core.pool.query(`insert into es.dead_letters (projection, key, pos, error) values ('carts', '1', 1, 'test')`)
    await change(core, 78)
    expect(await differences(core)).toEqual([])
    await core.pool.query('delete from es.dead_letters')
    expect(await differences(core)).toHaveLength(1)
  })
})

describe('a rebuild', () => {
  test('beside writers and the pump leaves the checkpoint, the rows and every reader in order', async ({ core }) => {
    const problems = new Set<string>()
    const pump = await startPump(core, ({ message }) => problems.add(message))
    await core.store.append(additions(1, null))
    await caughtUp(core)
    let writing = true
    const checkpoints: number[] = []
    const watcher = (async () => {
      while (writing) {
        const { rows } = await core.pool.query<{ carts: number; pos: number }>(
          "select (select count(*) from rm.carts) as carts, (select pos from es.subscriptions where name = 'carts') as pos",
        )
        expect(rows[0]?.carts).toBeGreaterThanOrEqual(3)
        checkpoints.push(rows[0]?.pos ?? 0)
      }
    })()
    const writers = [10, 11, 12, 13].map(async (cart) => {
      while (writing) await core.store.append(additions(cart, null, 3))
    })
    for (let round = 0; round < 8; round++) await rebuild(core.pool, core.store, cartsProjection)
    writing = false
    await Promise.all([watcher, ...writers])
    await caughtUp(core)
    await pump.stop()
    expect(await differences(core)).toEqual([])
    expect(checkpoints).toEqual(checkpoints.toSorted((a, b) => a - b))
    expect([...problems].filter((problem) => problem !== 'carts have another leader')).toEqual([])
  })

  test('stops at an event that cannot be applied and changes nothing', async ({ core }) => {
    const unreadable = () => {
      throw new Error('unreadable')
    }
    const before = await core.pool.query('select * from es.subscriptions')
    const broken = { ...cartsProjection, evolve: unreadable }
    await expect(rebuild(core.pool, core.store, broken)).rejects.toThrow(RebuildStopped)
    await expect(rebuild(core.pool, core.store, broken)).rejects.toThrow(/carts: position 1, key 1: unreadable/)
    expect(await core.pool.query('select * from es.subscriptions')).toMatchObject({ rows: before.rows })
    expect(await differences(core)).toEqual([])
  })

  test('makes rows of another version anew, and code of the old version feeds them no more', async ({ core }) => {
    const numbered = {
      ...cartsProjection,
      version: 2,
      evolve: (...[row, event, key]: Parameters<typeof cartsProjection.evolve>) => {
        const after = cartsProjection.evolve(row, event, key)
        return after && { ...after, last_order_id: event.position }
      },
    }
    expect(await rebuildOutdated(core.pool, core.store, [cartsProjection])).toEqual([])
    expect(await rebuildOutdated(core.pool, core.store, [numbered])).toEqual(['carts'])
    expect(await compareWithLog(core.pool, core.store, numbered)).toEqual([])
    const problems: string[] = []
    const old = await startPump(core, ({ message }) => problems.push(message))
    await core.store.append(additions(1, null))
    await expect.poll(() => problems[0]).toBe('carts has the rows of version 2: this process does not feed them')
    const current = await startPump(core, () => undefined, numbered)
    await caughtUp(core)
    await Promise.all([old.stop(), current.stop()])
    expect(await compareWithLog(core.pool, core.store, numbered)).toEqual([])
  })
})
