import { describe, expect, test } from 'vitest'
import { namedCalls } from '#backend/domain/repeats.limits.ts'
import { namingRequests } from './api.ts'

type Answer = Response | Error

/** A client whose calls get these answers, and the names that it sent. */
function client(...answers: Answer[]) {
  const names: (string | null)[] = []
  const call = namingRequests(async (_, init) => {
    names.push(new Headers(init?.headers).get('idempotency-key'))
    const answer = answers[names.length - 1] ?? new Response('{}')
    if (answer instanceof Error) throw answer
    return answer
  })
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return { names, call, post: (path: string, body: object) => post(path, body).catch(() => undefined) }
}

const add = '/api/cart/addproducttocart'

describe('what creates something', () => {
  test.each(namedCalls.map((path) => path.replace(':id', '7')))('%s is sent with a name', async (path) => {
    const { names, post } = client()
    await post(path, {})
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test.each<[string, Answer]>([
    ['no answer', new TypeError('failed to fetch')],
    ['a server that failed', new Response(null, { status: 503 })],
    ['the first one under way', new Response(null, { status: 409, headers: { 'retry-after': '1' } })],
  ])('has the same name when it is sent again after %s', async (_, answer) => {
    const { names, post } = client(answer)
    for (let times = 1; times <= 3; times++) await post(add, { id: 1 })
    expect(names[1]).toBe(names[0])
    expect(names[2]).not.toBe(names[0])
  })

  test.each<[string, Answer, object]>([
    ['done', new Response('{}'), { id: 1 }],
    ['refused', new Response(null, { status: 409 }), { id: 1 }],
    ['not answered, and then something else', new TypeError('failed to fetch'), { id: 2 }],
  ])('has another name after it was %s', async (_, answer, next) => {
    const { names, post } = client(answer)
    await post(add, { id: 1 })
    await post(add, next)
    expect(names[1]).not.toBe(names[0])
  })

  test('and is sent twice at once is two requests', async () => {
    const { names, post } = client()
    await Promise.all([post(add, { id: 1 }), post(add, { id: 1 })])
    expect(names[1]).not.toBe(names[0])
  })
})

test('what only sets or looks has no name', async () => {
  const { names, call, post } = client()
  await post('/api/cart/setquantity', {})
  await call('/api/cart/7', { method: 'GET' })
  await call('/api/cart/7')
  expect(names).toEqual([null, null, null])
})
