// ops erase on a running shop.
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import { placeOrderOf, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { openOwnerPool, opsOn } from '#backend/ops/testing/ops-fixture.ts'
import { makeProduct, test as shopTest, signedIn } from '#backend/testing/shop-fixture.ts'

const test = shopTest
  .extend('ownerPool', { scope: 'file' }, async ({ databaseUrl }, { onCleanup }) =>
    openOwnerPool(databaseUrl, onCleanup),
  )
  .extend('run', ({ shop, ownerPool }) => opsOn({ core: shop.core, ownerPool }))
  .extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))
  .extend('onTerminal', ({ run }) => (input: string, ...args: string[]) => {
    const stdin = Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), { isTTY: true })
    return run.call(args, { stdin })
  })

describe('what is typed', () => {
  test('an account that is not there, or no id at all, is told in one sentence', async ({ run, shop }) => {
    expect(await run('erase', '999', '--yes')).toEqual(
      expect.objectContaining({ code: 2, text: '', err: 'No hay una cuenta con el id 999.\n' }),
    )
    for (const typed of ['ana', '0', '1.5', '-1', '1e3', ' ']) {
      const { code, err } = await run('erase', '--yes', '--', typed)
      expect([code, err.split('\n').length]).toEqual([2, 2])
      expect(err).toContain('número entero positivo')
    }
    expect((await run('erase', '--yes')).code).toBe(2)
    expect(await typesAppended(shop, () => run('erase', '999', '--yes'))).toEqual([])
  })

  test('nothing is erased without --yes unless the id is typed on a terminal', async ({ shop, run, onTerminal }) => {
    const { id, email } = await signedIn(shop)
    const types = await typesAppended(shop, async () => {
      const piped = await run.call(['erase', String(id)], { input: `${id}\n` })
      expect(piped).toMatchObject({ code: 2, text: '' })
      expect(piped.err).toContain('--yes')
      for (const input of ['', '\n', `${id + 1}\n`, 'si\n', `${id}0\n`]) {
        const refused = await onTerminal(input, 'erase', String(id))
        expect(refused).toMatchObject({ code: 1, text: '' })
        expect(refused.err).toContain('no se borró nada')
      }
    })
    expect(types).toEqual([])
    const asked = await onTerminal(`${id}\n`, 'erase', String(id))
    expect(asked.code).toBe(0)
    expect(asked.err).toContain(email)
    expect(asked.text).not.toContain(email)
  })

  test('the last active admin stays', async ({ shop, admin, run }) => {
    const types = await typesAppended(shop, async () => {
      const refused = await run('erase', String(admin.id), '--yes')
      expect(refused).toMatchObject({ code: 1, text: '' })
      expect(refused.err).toContain('única cuenta de administración')
    })
    expect(types).toEqual([])
    const second = await signedIn(shop, { admin: true })
    expect((await run('erase', String(second.id), '--yes')).code).toBe(0)
  })
})

test('it says what is gone and what stays, also as JSON, and may be repeated', async ({ shop, admin, run }) => {
  const buyer = await signedIn(shop)
  await shop.client().post('/api/users/verifyuser', { email: buyer.email, password: 'Clave-segura-1' })
  const productId = await makeProduct(admin, { price: 10.5 })
  await placeOrderOf(shop, buyer, { id: productId, quantity: 3 })
  const review = {
    productId,
    textReview: { userId: buyer.id, mensaje: 'Bien.' },
    score: { userId: buyer.id, score: 4 },
  }
  await buyer.post('/api/product/addreviewscore', review)
  await shop.core.positions.waitFor(['orders', 'reviews'], await shop.core.store.head())

  const { code, lines, err } = await run('erase', String(buyer.id), '--yes')
  expect(code).toBe(0)
  expect(lines).toEqual([
    `Se borró a la persona de la cuenta ${buyer.id}.`,
    'Destruido: claves 1, correos reservados 1, contraseñas 1, sesiones 2.',
    'Queda, sin nombre ni correo: órdenes 1 por ARS 31.50, reseñas 1.',
  ])
  expect(err).toBe('')
  expect((await buyer.get('/api/session')).body.user).toBeNull()

  const again = await run('erase', String(buyer.id), '--json')
  expect(again.code).toBe(0)
  expect(JSON.parse(again.text)).toEqual({
    userId: buyer.id,
    alreadyErased: true,
    removed: { keys: 0, emails: 0, passwords: 0, sessions: 0 },
    kept: { reviews: 1, orders: [{ currency: 'ARS', count: 1, total: 31.5 }] },
  })
})
