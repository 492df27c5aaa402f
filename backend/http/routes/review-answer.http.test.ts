// The shop's answers to reviews over HTTP.
import { expect } from 'vitest'
import { erasePerson } from '#backend/commands/account/erase-person.ts'
import { eventsAfter, expectBadInput, expectProblem, typesAppended } from '#backend/http/testing/api-fixture.ts'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { test as base } from '#backend/testing/purchase-fixture.ts'
import { makeProduct, signedIn } from '#backend/testing/shop-fixture.ts'
import type { Client } from '#scripts/testing/client.ts'

const subject = 'Respondimos tu reseña'
const text = 'Se corta el audio.'

const test = base
  .extend('support', { scope: 'file' }, ({ shop }) => signedIn(shop, { role: 'support' }))
  .extend('reviewed', async ({ shop, support }) => {
    const productId = await makeProduct(shop.admin)
    const author = await signedIn(shop, { name: 'Zoraida Luz' })
    const revise = (mensaje: string, score = 2) =>
      author.post('/api/product/addreviewscore', {
        ...{ productId, textReview: { userId: author.id, mensaje }, score: { userId: author.id, score } },
      })
    await revise(text)
    const seen = { text, score: 2, answer: null as string | null }
    const answer = (words: string | null, before: object = {}, by: Client = support) =>
      by.post('/api/product/answerreview', {
        ...{ productId, reviewId: author.id, answer: words, seen: { ...seen, ...before } },
      })
    /** As visitors see it. */
    const shown = async () => (await shop.client().get(`/api/product/${productId}`)).body.reviews[0]?.answer
    const mails = async () => (await mailsTo(shop.mailboxUrl, author.email)).filter((mail) => mail.subject === subject)
    return { productId, author, revise, answer, shown, mails }
  })

test('a product is listed without answer until each of its reviews has one', async ({
  support,
  reviewed: { productId, answer },
}) => {
  const listed = async () =>
    (await support.get('/api/panel/reviewed?state=unanswered&size=50')).body.items.map(({ id }: { id: number }) => id)
  await expect.poll(listed).toContain(productId)
  await answer('Probá el firmware 2.1.')
  await expect.poll(listed).not.toContain(productId)
  await answer(null, { answer: 'Probá el firmware 2.1.' })
  await expect.poll(listed).toContain(productId)
})

test('an answer is shown to visitors at once, changed and withdrawn; repeats change nothing, and the author is written to once', async ({
  shop,
  reviewed: { productId, author, answer, shown, mails },
}) => {
  expect(await shown()).toBeNull()
  const before = await shop.core.store.head()
  expect((await answer(' Probá el firmware 2.1. ')).status).toBe(200)
  await expect.poll(shown).toMatchObject({ text: 'Probá el firmware 2.1.', isOutdated: false })
  expect((await answer('Probá el firmware 2.1.')).status).toBe(200)
  await expect.poll(mails).toHaveLength(1)
  const [mail] = await mails()
  expect(mail?.text_body).toContain('«Probá el firmware 2.1.»')
  expect(mail?.text_body).toContain(`/product/${productId}#reviews`)
  expect(mail?.text_body).toContain('Zoraida Luz')
  expect((await answer('Probá el 2.2.', { answer: 'Probá el firmware 2.1.' })).status).toBe(200)
  await expect.poll(shown).toMatchObject({ text: 'Probá el 2.2.' })
  for (let times = 1; times <= 2; times++) expect((await answer(null, { answer: 'Probá el 2.2.' })).status).toBe(200)
  await expect.poll(shown).toBeNull()
  const events = await eventsAfter(shop, before)
  expect(events.map(({ type }) => type)).toEqual(['ReviewAnswered', 'ReviewAnswerChanged', 'ReviewAnswerWithdrawn'])
  // The job again, as after a worker died: nothing of an answer that is not there any more.
  const about = { productId, userId: author.id, position: events[0]?.pos ?? 0 }
  await shop.jobs['send-review-mail'](about)
  expect(await mails()).toHaveLength(1)
})

test('an answer to another text or score, or in place of another answer, is a conflict that changes nothing', async ({
  shop,
  reviewed: { answer, revise, shown },
}) => {
  await answer('Gracias.')
  await revise('Ya no se corta.', 4)
  const types = await typesAppended(shop, async () => {
    for (const words of ['Qué bueno.', null]) {
      expectProblem(await answer(words, { answer: 'Gracias.' }), 409, 'review_changed')
      expectProblem(await answer(words, { text: 'Ya no se corta.', score: 4 }), 409, 'review_changed')
    }
    expectProblem(
      await answer('Hola Zoraida.', { text: 'Ya no se corta.', score: 4, answer: 'Gracias.' }),
      409,
      'answer_names_author',
    )
  })
  expect(types).toEqual([])
  await expect.poll(shown).toMatchObject({ text: 'Gracias.', isOutdated: true })
  const seen = { text: 'Ya no se corta.', score: 4, answer: 'Gracias.' }
  const both = await Promise.all([answer('Qué bueno.', seen), answer('Buenísimo.', seen)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  await expect.poll(shown).toMatchObject({ isOutdated: false })
})

test('only admins and the roles that answer reviews may; what is empty, too long or of no review is refused and named', async ({
  shop,
  reviewed: { productId, author, answer },
}) => {
  const types = await typesAppended(shop, async () => {
    expectProblem(await answer('Gracias.', {}, shop.client()), 401, 'unauthenticated')
    for (const by of [author, await signedIn(shop, { role: 'auditor' }), await signedIn(shop, { role: 'operator' })])
      expectProblem(await answer('Gracias.', {}, by), 403, 'forbidden')
    for (const words of ['', ' \n', 'a\0b', 'x'.repeat(1001)]) expectBadInput(await answer(words), ['answer'])
    expectBadInput(await shop.admin.post('/api/product/answerreview', {}), ['answer', 'productId', 'reviewId', 'seen'])
    for (const of of [{ reviewId: 999_999 }, { productId: 999_999 }]) {
      const body = { productId, reviewId: author.id, answer: 'Gracias.', seen: { text, score: 2, answer: null }, ...of }
      expectProblem(await shop.admin.post('/api/product/answerreview', body), 404, 'not_found')
    }
  })
  expect(types.filter((type) => type.startsWith('Review'))).toEqual([])
  expect((await answer('x'.repeat(1001))).body.errors[0].message).toBe('Admite hasta 1000 caracteres.')
  expect((await answer('De una editora.', {}, await signedIn(shop, { role: 'editor' }))).status).toBe(200)
  const changed = await answer('De la administración.', { answer: 'De una editora.' }, shop.admin)
  expect(changed.status).toBe(200)
})

test('the audit says it, an admin takes it back as often as wanted without another mail, and a deleted review takes it along', async ({
  shop,
  reviewed: { productId, author, answer, shown, mails },
}) => {
  const stream = `review-${productId}:${author.id}`
  type Row = { position: number; sentence: string; undo: { does: string; seen: number } | null }
  const rows = async (): Promise<Row[]> => (await shop.admin.get(`/api/panel/audit/entity?of=${stream}`)).body.rows
  const undo = async () => {
    const { position, undo: offered } = (await rows()).find((row) => row.undo) ?? expect.fail('no undo')
    expect((await shop.admin.post('/api/panel/audit/undo', { position, seen: offered?.seen })).status).toBe(200)
    return offered?.does
  }
  await answer('Gracias.')
  await expect.poll(mails).toHaveLength(1)
  const told = (await rows()).map(({ sentence }) => sentence).find((sentence) => sentence.includes('respondió'))
  expect(told).toBe(
    `La tienda respondió la reseña de la cuenta Nº ${author.id} sobre el producto Nº ${productId}: «Gracias.».`,
  )
  expect(await undo()).toBe('La respuesta de la tienda sale de la página del producto.')
  await expect.poll(shown).toBeNull()
  expect(await undo()).toBe('La tienda vuelve a responder como antes: «Gracias.»')
  await expect.poll(shown).toMatchObject({ text: 'Gracias.' })
  const deletion = { productId, reviewId: author.id }
  expect((await shop.admin.post('/api/product/deletereviewscore', deletion)).status).toBe(200)
  await expect.poll(shown).toBeUndefined()
  expect((await rows()).filter((row) => row.undo)).toEqual([])
  expect(await mails()).toHaveLength(1)
})

test('erasing the author keeps the answer, which names nobody, and sends nothing more', async ({
  shop,
  reviewed: { author, answer, shown, mails },
}) => {
  await answer('Lo vemos juntos en el local.')
  await expect.poll(mails).toHaveLength(1)
  await erasePerson(shop.core, { actor: 'operator', correlation: 'test' }, author.id)
  await expect.poll(shown).toMatchObject({ text: 'Lo vemos juntos en el local.' })
  expect((await answer(null, { answer: 'Lo vemos juntos en el local.' })).status).toBe(200)
  // Nobody is there to be named.
  expect((await answer('Zoraida: gracias.')).status).toBe(200)
  const later = await signedIn(shop)
  await expect.poll(() => mailsTo(shop.mailboxUrl, later.email)).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})
