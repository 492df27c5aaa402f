// For tests: each call of the router as a request about somebody's things.
import { expect } from 'vitest'
import type { Route } from '#backend/http/contract/routes.ts'
import { writes, writtenSession } from './api-fixture.ts'

/** Whose things a call is about. */
export type Target = { userId: number; orderId: number; productId: number; sessionId: string }
/** What `:id` of a path means; a new place has to be told here. */
const places: readonly [RegExp, Exclude<keyof Target, 'sessionId'>][] = [
  [/^\/(api\/)?(panel\/users|users|cart|purchase|avatar)\//, 'userId'],
  [/^\/api\/(panel\/(orders|operations\/work|batches|unmatched)|order)\//, 'orderId'],
  [/^\/(api\/(product|panel\/(audit\/stock|costs))|img\/uploads)\//, 'productId'],
]
const form = { 'content-type': 'multipart/form-data; boundary=x' }

/** The call about this target, as its route takes it. */
export function callOf({ method, path }: Route, target: Target) {
  const url = path.replace(/:\w+/, () => {
    const [, place] = places.find(([pattern]) => pattern.test(path)) ?? expect.fail(`what is the id of ${path}?`)
    return String(target[place])
  })
  const headers = /\/(avatar|pictures|file|receipt)$/.test(path) ? form : {}
  if (method === 'GET') return { url, body: undefined, headers }
  const [, body = {}] =
    writes(target.userId, target.productId).find(
      ([known]) => known.replace(/\/(order|batches|unmatched)\/1(?=\/|$)/, '/$1/:id') === path,
    ) ?? []
  const text = JSON.stringify(body)
    .replace(/"orderId":\d+/, `"orderId":${target.orderId}`)
    .replace(writtenSession, target.sessionId)
  return { url, body: JSON.parse(text), headers }
}
