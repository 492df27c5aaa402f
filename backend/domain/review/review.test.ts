import { test } from 'vitest'
import { given } from '#backend/domain/testing/given.ts'
import type { ReviewEvent } from './review.events.ts'
import { type ReviewCommand, review } from './review.ts'

const written = { productId: 3, userId: 7, text: 'Muy bueno', score: 5 }
const post: ReviewCommand = { type: 'PostReview', ...written }
const posted: ReviewEvent = { type: 'ReviewPosted', data: written }
const remove: ReviewCommand = { type: 'DeleteReview', productId: 3, userId: 7, reason: 'Publicidad' }
const deleted: ReviewEvent = {
  type: 'ReviewDeleted',
  data: { productId: 3, userId: 7, previousScore: 5, reason: 'Publicidad' },
}

test('is posted, and the same again is nothing', () => {
  given(review).when(post).then(posted)
  given(review, posted).when(post).nothing()
})
test('posting again revises it, and says which score was there', () =>
  given(review, posted)
    .when({ ...post, score: 4 })
    .then({ type: 'ReviewRevised', data: { ...written, score: 4, previousScore: 5, answer: null } }))
test('is deleted once, and may be written anew', () => {
  given(review, posted).when(remove).then(deleted)
  given(review, posted, deleted).when(remove).rejects('not_found')
  given(review, posted, deleted).when(post).then(posted)
})

const seen = { text: 'Muy bueno', score: 5, answer: null }
const of = { productId: 3, userId: 7 }
const answer = (text: string, before: string | null = null, more: object = {}, author: string | null = 'Ana Paz') =>
  ({ type: 'AnswerReview', ...of, text, author, seen: { ...seen, answer: before, ...more } }) satisfies ReviewCommand
const withdraw = (before: string | null): ReviewCommand => ({
  ...{ type: 'WithdrawAnswer', ...of, seen: { ...seen, answer: before } },
})
const answered = (text: string): ReviewEvent => ({ type: 'ReviewAnswered', data: { ...of, text } })
const changed = (text: string): ReviewEvent => ({ type: 'ReviewAnswerChanged', data: { ...of, text } })
const withdrawn: ReviewEvent = { type: 'ReviewAnswerWithdrawn', data: of }
const revised: ReviewEvent = {
  type: 'ReviewRevised',
  data: { ...written, text: 'Se rompió', score: 1, previousScore: 5, answer: 'Gracias' },
}

test('the shop answers it, changes and withdraws the answer, and a repeat of each is nothing', () => {
  given(review).when(answer('Gracias')).rejects('not_found')
  given(review).when(withdraw(null)).rejects('not_found')
  given(review, posted).when(answer('Gracias')).then(answered('Gracias'))
  given(review, posted).when(withdraw('Gracias')).nothing()
  const told = [posted, answered('Gracias')]
  given(review, ...told)
    .when(answer('Gracias'))
    .nothing()
  given(review, ...told)
    .when(answer('De nada', 'Gracias'))
    .then(changed('De nada'))
  given(review, ...told)
    .when(withdraw('Gracias'))
    .then(withdrawn)
  given(review, ...told, withdrawn)
    .when(withdraw('Gracias'))
    .nothing()
  given(review, ...told, withdrawn)
    .when(answer('De nada'))
    .then(answered('De nada'))
  given(review, ...told, deleted)
    .when(answer('De nada', 'Gracias'))
    .rejects('not_found')
  given(review, ...told, deleted, posted)
    .when(answer('De nada'))
    .then(answered('De nada'))
})
test('of two who answer at once the second is told, also if the author or a deletion was faster', () => {
  const told = [posted, answered('Gracias')]
  given(review, ...told)
    .when(answer('De nada'))
    .rejects('review_changed')
  given(review, ...told, changed('¡Gracias!'))
    .when(answer('De nada', 'Gracias'))
    .rejects('review_changed')
  given(review, ...told, changed('¡Gracias!'))
    .when(withdraw('Gracias'))
    .rejects('review_changed')
  given(review, ...told, withdrawn)
    .when(answer('De nada', 'Gracias'))
    .rejects('review_changed')
  given(review, ...told, revised)
    .when(answer('De nada', 'Gracias'))
    .rejects('review_changed')
  given(review, ...told, revised)
    .when(withdraw('Gracias'))
    .rejects('review_changed')
  given(review, posted)
    .when(answer('De nada', null, { score: 4 }))
    .rejects('review_changed')
})
test('an answer stays with a revision, outdated until the shop gives it again', () => {
  const told = [posted, answered('Gracias')]
  const revise: ReviewCommand = { ...post, ...{ text: 'Se rompió', score: 1 } }
  given(review, ...told)
    .when(revise)
    .then(revised)
  const again = answer('Gracias', 'Gracias', { text: 'Se rompió', score: 1 })
  given(review, ...told, revised)
    .when(again)
    .then(changed('Gracias'))
  given(review, ...told, revised, changed('Gracias'))
    .when(again)
    .nothing()
})
test('an answer names its author by no word of their name; an ordinary word in small letters may be one', () => {
  for (const text of ['Hola Ana, gracias', 'ANA: lo vemos', 'Gracias, señora Paz.', '¡Ána!', 'gracias ana paz'])
    given(review, posted).when(answer(text)).rejects('answer_names_author')
  for (const text of ['Que lo disfrutes en paz.', 'Ananá', 'Gracias'])
    given(review, posted).when(answer(text)).then(answered(text))
  given(review, posted)
    .when(answer('Hola Ana', null, {}, null))
    .then(answered('Hola Ana'))
})
