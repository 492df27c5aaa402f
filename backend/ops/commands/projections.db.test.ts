// What operators do to projections: on a running shop, and on one whose projection cannot read an event.
import type pg from 'pg'
import { describe, expect } from 'vitest'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, ({ databaseUrl }, { onCleanup }) => openOwnerPool(databaseUrl, onCleanup))
  .extend('run', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))
  .extend('userId', { scope: 'file' }, async ({ shop }) => (await signedIn(shop)).id)

const json = async (answer: Promise<{ code: number; text: string }>) => {
  const { code, text } = await answer
  return { code, value: JSON.parse(text) }
}

describe('rebuild', () => {
  test('--dry-run shows the rows that would differ and changes nothing', async ({ run, ownerPool, userId }) => {
    expect((await run('rebuild', 'users', '--dry-run')).code).toBe(0)
    await ownerPool.query("update rm.users set name = 'Cambiada' where user_id = $1", [userId])
    const dry = await run('rebuild', 'users', '--dry-run')
    expect(dry.code).toBe(1)
    expect(dry.text).toContain(`fila ${userId}: hay {"name":"Cambiada"}, saldría {"name":"`)
    expect((await ownerPool.query('select name from rm.users where user_id = $1', [userId])).rows).toEqual([
      { name: 'Cambiada' },
    ])
    expect((await json(run('rebuild', 'users', '--dry-run', '--json'))).value).toMatchObject({
      name: 'users',
      key: String(userId),
      live: { name: 'Cambiada' },
    })
  })

  test('--hold prepares, a second call shows, rollback goes back and forth, --cancel takes away', async ({
    run,
    ownerPool,
    userId,
  }) => {
    const name = async () =>
      (await ownerPool.query<{ name: string }>('select name from rm.users where user_id = $1', [userId])).rows[0]?.name
    expect((await run('rollback', 'users')).err).toContain('no se guarda ninguna generación anterior')
    const held = await json(run('rebuild', 'users', '--hold', '--json'))
    expect(held).toMatchObject({ code: 0, value: [{ name: 'users', rows: 1, resumedAt: 0 }] })
    expect(await name()).toBe('Cambiada')
    const status = await json(run('status', '--json'))
    expect(status.value.subscriptions).toContainEqual(
      expect.objectContaining({ name: 'users', state: 'ready', generation: held.value[0].generation }),
    )
    expect(await run('rebuild', 'users', '--cancel')).toMatchObject({ code: 0, text: 'Cancelada: users.\n' })
    expect(await run('rebuild', 'users', '--cancel')).toMatchObject({ code: 1 })
    expect((await run('rebuild', 'users')).code).toBe(0)
    expect(await name()).not.toBe('Cambiada')
    expect((await run('rollback', 'users')).text).toMatch(/^users: se muestra la generación \d+, de la versión \d+\.$/m)
    expect(await name()).toBe('Cambiada')
    expect((await run('rollback', 'users')).code).toBe(0)
    expect(await name()).not.toBe('Cambiada')
    expect(await run('rebuild', 'users', '--hold', '--cancel')).toMatchObject({ code: 2 })
  })
})

test('pause and resume, seen in status and told by its exit code', async ({ run, shop, userId }) => {
  expect((await run('pause', 'nada')).err).toMatch(/No hay nada que se llame nada\. Lo que hay: .*carts.*jobs/)
  expect((await run('pause', 'carts')).code).toBe(0)
  const admin = await signedIn(shop)
  expect(admin.id).toBeGreaterThan(userId)
  expect((await run('status')).text).toMatch(/^carts .* en pausa/m)
  const late = await run('status', '--max-lag', '60')
  expect(late).toMatchObject({ code: 1, text: expect.stringMatching(/^Fuera de lo admitido: carts \(en pausa\)$/m) })
  expect((await json(run('status', '--max-lag', '60', '--json'))).value.late).toEqual([
    { name: 'carts', why: 'en pausa' },
  ])
  await run('resume', 'carts')
  await expect.poll(async () => (await run('status', '--max-lag', '60')).code).toBe(0)
  expect((await run('status')).text).toMatch(/^carts .* hace \d+\.\d s +en uso$/m)
  // A process that has just started says a moment later what it feeds.
  await expect
    .poll(async () => (await run('status')).text)
    .toMatch(
      /^Proceso .+, proceso \d+: alimenta \d+, páginas y trabajos, versión [\w-]+, \d+ MB, demora \d+ ms, conexiones \d+ de \d+, a no más de \d+ ms de la base, señal hace /m,
    )
  expect((await run('status', '--max-lag', 'x')).code).toBe(2)
})

/** As if the user's row could not be made from the event at the position. */
async function parkUser(ownerPool: pg.Pool, userId: number, pos: number): Promise<void> {
  // A generation kept beside has its own, which nobody can try again.
  await ownerPool.query(
    "insert into es.dead_letters (generation, projection, key, pos, error) select generation, name, $1, $2, 'planted' from es.subscriptions where name = 'users' on conflict do nothing",
    [userId, pos],
  )
  await ownerPool.query('delete from rm.users where user_id = $1', [userId])
}

test('dead letters are listed, retried and skipped with a reason that the log keeps', async ({
  run,
  shop,
  ownerPool,
  userId,
}) => {
  expect(await run('dead-letters', 'list')).toMatchObject({ code: 0, text: 'No hay nada apartado.\n' })
  const { rows } = await ownerPool.query<{ pos: number }>(
    "select min(pos) as pos from es.events where stream_id::text like '0001%'",
  )
  const [{ pos } = { pos: 0 }] = rows
  const park = () => parkUser(ownerPool, userId, pos)
  await park()
  const listed = await run('dead-letters', 'list')
  expect(listed).toMatchObject({ code: 1 })
  expect(listed.text).toBe(`users, fila ${userId}: posición ${pos}, 1 evento en espera: «planted»\nApartados: 1.\n`)
  expect(await run('dead-letters', 'retry', 'users')).toMatchObject({ code: 0, text: `Recuperado: ${userId}\n` })
  expect((await run('verify')).code).toBe(0)
  await park()
  expect((await run('dead-letters', 'skip', 'users', String(userId), String(pos))).err).toContain('--reason')
  expect((await run('dead-letters', 'skip', 'users', '999', String(pos), '--reason', 'x')).err).toContain(
    'no está detenido',
  )
  const row = ['users', String(userId), String(pos)]
  const skipped = await run('dead-letters', 'skip', ...row, '--reason', 'cuenta de prueba')
  expect(skipped.code).toBe(0)
  expect((await ownerPool.query('select 1 from rm.users where user_id = $1', [userId])).rowCount).toBe(0)
  expect((await run('rebuild', 'users')).code).toBe(0)
  expect((await ownerPool.query('select 1 from rm.users where user_id = $1', [userId])).rowCount).toBe(0)
  const shown = await run('events', '--type', 'DeadLetterSkipped')
  expect(shown.text).toContain('cuenta de prueba')
  expect((await shop.client().get('/api/health')).status).toBe(200)
  for (const args of [[], ['borrar'], ['retry'], ['skip'], ['retry', 'nada'], ['list', '--reason', 'x']])
    expect((await run('dead-letters', ...args)).code).toBe(2)
})
