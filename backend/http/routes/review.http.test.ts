// Writing, revising and deleting reviews over HTTP.
import { describe, expect } from 'vitest'
import { eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { test as base, makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'

const test = base
  .extend('admin', { scope: 'file' }, ({ shop }) => signedIn(shop, { admin: true }))
  .extend('productId', async ({ admin }) => makeProduct(admin))

const body = (userId: number, productId: number, mensaje = 'Muy bueno.', score = 5) => ({
  textReview: { userId, mensaje },
  score: { userId, score },
  productId,
})
const add = '/api/product/addreviewscore'
const remove = '/api/product/deletereviewscore'

describe('reviews', () => {
  test('[API-13] text and score stand at the same position of both lists, with the author and no e-mail', async ({
    shop,
    productId,
  }) => {
    const [ana, beto] = [await signedIn(shop), await signedIn(shop)]
    expect((await ana.post(add, body(ana.id, productId, 'Lo uso a diario.', 4))).status).toBe(201)
    const answer = await beto.post(add, body(beto.id, productId, 'Se rompió.', 1))
    const read = (await shop.client().get(`/api/product/${productId}`)).body
    expect(read).toEqual(answer.body)
    const pairs = read.reviewsTexts.map((text: object, index: number) => ({
      ...text,
      ...read.reviewsScores[index],
    }))
    expect(pairs).toHaveLength(2)
    expect(pairs).toContainEqual({ userId: ana.id, mensaje: 'Lo uso a diario.', score: 4 })
    expect(pairs).toContainEqual({ userId: beto.id, mensaje: 'Se rompió.', score: 1 })
    expect(read.reviews[0]).toMatchObject({ author: { name: 'Persona de Prueba', imageUrl: null }, verified: false })
    expect(read.rating).toEqual({ average: 2.5, count: 2, scores: { 1: 1, 4: 1 } })
    expect(JSON.stringify(read)).not.toContain('@')
  })

  test('[EVT-13] a second review revises the first, a third the same changes nothing, and history keeps both', async ({
    shop,
    productId,
    admin,
  }) => {
    const user = await signedIn(shop)
    const before = await shop.core.store.head()
    const types = await typesAppended(shop, async () => {
      await user.post(add, body(user.id, productId, 'Primera.', 2))
      const second = await user.post(add, body(user.id, productId, 'Segunda.', 5))
      expect(second.body).toMatchObject({ reviewsTexts: [{ mensaje: 'Segunda.' }], reviewsScores: [{ score: 5 }] })
      await user.post(add, body(user.id, productId, 'Segunda.', 5))
      await admin.post(remove, { productId, reviewId: user.id })
    })
    expect(types).toEqual(['ReviewPosted', 'ReviewRevised', 'ReviewDeleted'])
    const texts = (await eventsAfter(shop, before)).map((event) => event.data.text)
    expect(texts).toEqual(['Primera.', 'Segunda.', undefined])
  })

  test('[T21 partial] [API-14] visitors, another author, absent and inactive products and wrong scores or texts are refused', async ({
    shop,
    productId,
    admin,
  }) => {
    const [user, other] = [await signedIn(shop), await signedIn(shop)]
    const hidden = await makeProduct(admin)
    const whole = (await admin.get(`/api/product/${hidden}`)).body
    await admin.post('/api/product/modifyproduct', { ...whole, isActive: false })
    const types = await typesAppended(shop, async () => {
      const right = body(user.id, productId)
      expectProblem(await shop.client().post(add, right), 401, 'unauthenticated')
      const foreign = { userId: other.id }
      expectProblem(
        await user.post(add, { ...right, textReview: { ...right.textReview, ...foreign } }),
        403,
        'forbidden',
      )
      expectProblem(await user.post(add, { ...right, score: { ...right.score, ...foreign } }), 403, 'forbidden')
      for (const id of [hidden, 999]) expectProblem(await user.post(add, body(user.id, id)), 404, 'not_found')
      for (const score of [0, 6, 2.5, -1, '5', null])
        expectBadInput(await user.post(add, { ...right, score: { userId: user.id, score } }), ['score.score'])
      for (const mensaje of ['', ' \n', 'a\0b', '\udc00', 'x'.repeat(2001), 7])
        expectBadInput(await user.post(add, { ...right, textReview: { userId: user.id, mensaje } }), [
          'textReview.mensaje',
        ])
      expectBadInput(await user.post(add, {}), ['productId', 'score', 'textReview'])
    })
    expect(types).toEqual([])
  })

  test('[T21] one sent ten times at once is one review, and counts once', async ({ shop, admin }) => {
    const product = await makeProduct(admin)
    const author = await signedIn(shop)
    const types = await typesAppended(shop, async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => author.post(add, body(author.id, product))))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    })
    expect(types).toEqual(['ReviewPosted'])
    const { reviewsScores, rating } = (await author.get(`/api/product/${product}`)).body
    expect([reviewsScores.length, rating.count]).toEqual([1, 1])
  })

  test('[API-15] an admin deletes one author’s review; the others stay matched', async ({ shop, productId, admin }) => {
    const authors = [await signedIn(shop), await signedIn(shop), await signedIn(shop)]
    for (const [index, author] of authors.entries())
      await author.post(add, body(author.id, productId, `Reseña ${index + 1}.`, index + 1))
    const answer = await admin.post(remove, { productId, reviewId: authors[1]?.id })
    expect(answer.status).toBe(200)
    const left = answer.body.reviewsTexts.map((text: { mensaje: string }, index: number) => [
      text.mensaje,
      answer.body.reviewsScores[index].score,
    ])
    expect(left.sort()).toEqual([
      ['Reseña 1.', 1],
      ['Reseña 3.', 3],
    ])
    expect(answer.body.reviewsScores).toHaveLength(2)
    expect(answer.body.rating).toEqual({ average: 2, count: 2, scores: { 1: 1, 3: 1 } })
  })

  test('[API-16] visitors, users, absent reviews and a missing reviewId are refused', async ({
    shop,
    productId,
    admin,
  }) => {
    const user = await signedIn(shop)
    await user.post(add, body(user.id, productId))
    const right = { productId, reviewId: user.id }
    const types = await typesAppended(shop, async () => {
      expectProblem(await shop.client().post(remove, right), 401, 'unauthenticated')
      expectProblem(await user.post(remove, right), 403, 'forbidden')
      expectProblem(await admin.post(remove, { productId, reviewId: 999 }), 404, 'not_found')
      expectProblem(await admin.post(remove, { productId: 999, reviewId: user.id }), 404, 'not_found')
      expectBadInput(await admin.post(remove, { productId }), ['reviewId'])
    })
    expect(types).toEqual([])
    expect((await shop.client().get(`/api/product/${productId}`)).body.reviewsScores).toEqual([
      { userId: user.id, score: 5 },
    ])
  })
})
