import { describe, expect } from 'vitest'
import { caughtUp, startPump } from '#backend/eventstore/testing/pump-fixture.ts'
import { test } from '#backend/eventstore/testing/store-fixture.ts'
import { additions } from '#backend/eventstore/testing/test-store.ts'
import { cartsProjection } from '#backend/readmodels/carts/carts.projection.ts'
import { compareWithLog } from './compare-with-log.ts'
import { listDeadLetters, NoSuchDeadLetter, retryDeadLetters, skipDeadLetter } from './dead-letters.ts'
import { rebuild, rollback, setPaused } from './rebuild.ts'

type Evolve = typeof cartsProjection.evolve
/** A projection that cannot read what is added in sevens. */
const broken = {
  ...cartsProjection,
  evolve: (...[row, event, key]: Parameters<Evolve>) => {
    if ((event.data as { quantity?: number }).quantity === 7) throw new Error('sevens are unreadable')
    return cartsProjection.evolve(row, event, key)
  },
}

describe('dead letters', () => {
  test('stay out of the row until the code can read them, while a pump feeds on', async ({ core, owner }) => {
    const pump = await startPump(core, () => undefined, broken)
    await core.store.append(additions(1, null, 1, 2))
    const { position } = await core.store.append(additions(1, null, 1, 7))
    await core.store.append(additions(1, null, 1, 3))
    await core.store.append(additions(2, null, 1, 1))
    await caughtUp(core)
    const [letter, ...more] = await listDeadLetters(owner, 'carts')
    expect(letter).toMatchObject({ key: '1', position, error: 'sevens are unreadable', events: 2 })
    expect(more).toEqual([])
    const same = await retryDeadLetters({ pool: owner, store: core.store, projection: broken })
    expect(same).toMatchObject({ recovered: [], stuck: [{ key: '1', position }] })
    expect(await listDeadLetters(owner)).toHaveLength(1)
    expect((await core.store.readStreams(['operation-carts'])).get('operation-carts')).toEqual([])
    const parts = { pool: owner, store: core.store, projection: cartsProjection }
    expect(await retryDeadLetters(parts)).toEqual({ recovered: ['1'], stuck: [] })
    expect(await listDeadLetters(owner)).toEqual([])
    await core.store.append(additions(1, null, 1, 5))
    await caughtUp(core)
    await pump.stop()
    const row = await core.db.selectFrom('rm.carts').select('lines').where('user_id', '=', 1).executeTakeFirst()
    expect(row?.lines).toEqual([{ productId: 1, quantity: 17 }])
    expect(await compareWithLog(owner, core.store, cartsProjection)).toEqual([])
  })

  test('that are skipped stay out of every rebuild, and the log says why', async ({ core, owner }) => {
    const pump = await startPump(core, () => undefined, broken)
    const { position } = await core.store.append(additions(3, null, 1, 7))
    await core.store.append(additions(3, null, 1, 4))
    await caughtUp(core)
    const parts = { pool: owner, store: core.store, projection: broken }
    const wrong = { key: '3', position: position + 1, reason: 'prueba' }
    await expect(skipDeadLetter(parts, wrong)).rejects.toThrow(NoSuchDeadLetter)
    expect(await skipDeadLetter(parts, { key: '3', position, reason: 'cantidad ilegible' })).toMatchObject({
      recovered: ['3'],
    })
    await core.store.append(additions(3, null, 1, 1))
    await caughtUp(core)
    await pump.stop()
    const lines = async () =>
      (await core.db.selectFrom('rm.carts').select('lines').where('user_id', '=', 3).executeTakeFirst())?.lines
    expect(await lines()).toEqual([{ productId: 1, quantity: 5 }])
    // Cart 1 still holds a seven that was never skipped: the rebuild with the code that cannot read it stops there, not at cart 3.
    await expect(rebuild(parts)).rejects.toThrow(/row 1: sevens/)
    await rebuild({ ...parts, projection: cartsProjection })
    expect(await lines()).toEqual([{ productId: 1, quantity: 5 }])
    expect(await compareWithLog(owner, core.store, cartsProjection)).toEqual([])
    const recorded = (await core.store.readStreams(['operation-carts'])).get('operation-carts') ?? []
    expect(recorded.map(({ type, data, meta }) => [type, data, meta.actor])).toContainEqual([
      'DeadLetterSkipped',
      { projection: 'carts', key: '3', position, reason: 'cantidad ilegible' },
      'operator',
    ])
  })
})

test('a paused projection stands still while others are fed, and goes on where it was', async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined)
  await core.store.append(additions(8, null))
  await caughtUp(core)
  expect(await setPaused(owner, 'carts', true)).toBe(true)
  const { position } = await core.store.append(additions(8, null))
  expect(await core.positions.waitFor(['carts'], position)).toBe(false)
  expect(await setPaused(owner, 'carts', false)).toBe(true)
  await caughtUp(core)
  expect(await setPaused(owner, 'nothing', true)).toBe(false)
  await pump.stop()
})

test('going back shows the rows of before at once, up to date, and forward again', async ({ core, owner }) => {
  const pump = await startPump(core, () => undefined)
  const parts = { pool: owner, store: core.store, projection: cartsProjection }
  await owner.query('update rm.carts set last_order_id = 4711 where user_id = 1') // something only the old rows have
  await rebuild(parts)
  await core.store.append(additions(1, null))
  await caughtUp(core)
  const row = () => core.db.selectFrom('rm.carts').selectAll().where('user_id', '=', 1).executeTakeFirst()
  expect(await row()).toMatchObject({ last_order_id: null, lines: [{ quantity: 18 }] })
  await rollback(parts)
  expect(await row()).toMatchObject({ last_order_id: 4711, lines: [{ quantity: 18 }] })
  await core.store.append(additions(1, null))
  await caughtUp(core)
  expect(await row()).toMatchObject({ last_order_id: 4711, lines: [{ quantity: 19 }] })
  await rollback(parts)
  expect(await row()).toMatchObject({ last_order_id: null, lines: [{ quantity: 19 }] })
  await pump.stop()
})

test('a row that the table still refuses stays parked, and the others come back', async ({ core, owner }) => {
  const refused = {
    ...broken,
    evolve: (...[row, event, key]: Parameters<Evolve>) => {
      const after = broken.evolve(row, event, key)
      return key.user_id === 41 && after ? { ...after, lines: null } : after
    },
  }
  const pump = await startPump(core, () => undefined, refused)
  await core.store.append(additions(40, null, 1, 7))
  const { position } = await core.store.append(additions(41, null))
  await caughtUp(core)
  await pump.stop()
  const mended = {
    ...cartsProjection,
    evolve: (...[row, event, key]: Parameters<Evolve>) =>
      key.user_id === 41 ? refused.evolve(row, event, key) : cartsProjection.evolve(row, event, key),
  }
  const parts = { pool: owner, store: core.store, projection: mended }
  const { recovered, stuck } = await retryDeadLetters(parts, ['40', '41'])
  expect(recovered).toEqual(['40'])
  expect(stuck).toMatchObject([{ key: '41', position, error: expect.stringMatching(/not-null/) }])
  expect((await listDeadLetters(owner)).map(({ key }) => key)).toEqual(['41'])
  expect(await retryDeadLetters({ ...parts, projection: cartsProjection })).toEqual({ recovered: ['41'], stuck: [] })
  expect(await compareWithLog(owner, core.store, cartsProjection)).toEqual([])
})
