// What each error of a handler becomes on the wire: its status, its code, whether a repeat is invited, and whether it is reported.
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Rejection } from '#backend/domain/rejection.ts'
import { AlreadyAccepted } from '#backend/eventstore/commands/command.ts'
import {
  ClaimTaken,
  CommandIdReused,
  GuardRefused,
  Overloaded,
  TooLarge,
  VersionConflict,
} from '#backend/eventstore/log/append-entry.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { ApiProblem, answerErrors } from './problems.ts'

const ofDatabase = (code: string) => Object.assign(new Error('secret of the inside'), { code })
const unreadable = new Undecodable({ position: 7, stream: 'cart-7' }, new Error('secret of the inside'))
const cases: [what: string, error: Error, status: number, code: string, retryAfter: string | null, told: boolean][] = [
  ['a rejection', new Rejection('cart_empty'), 409, 'cart_empty', null, false],
  ['a refusal', new ApiProblem('unauthenticated'), 401, 'unauthenticated', null, false],
  ['a command that lost every race', new VersionConflict('cart-7', 3, 4), 409, 'changed_meanwhile', null, false],
  ['a value that is taken', new ClaimTaken('email'), 409, 'conflict', null, false],
  ['a guard that refused', new GuardRefused(7), 409, 'conflict', null, false],
  ['an event that cannot be read', unreadable, 503, 'unreadable', '5', true],
  ['a command of before', new AlreadyAccepted(7), 409, 'already_done', null, false],
  ['an id of another command', new CommandIdReused(), 422, 'key_reused', null, false],
  ['more than the log takes', new TooLarge('secret of the inside'), 413, 'too_large', null, false],
  [
    'a caller that left',
    Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
    400,
    'malformed_json',
    null,
    false,
  ],
  ['a queue that is full', new Overloaded(), 503, 'overloaded', '1', false],
  ['a lock that others keep', ofDatabase('55P03'), 503, 'overloaded', '1', true],
  ['a statement whose time is over', ofDatabase('57014'), 503, 'overloaded', '1', true],
  ['a deadlock', ofDatabase('40P01'), 503, 'overloaded', '1', true],
  ['an order that cannot be kept', ofDatabase('40001'), 503, 'overloaded', '1', true],
  ["the driver's limit", new Error('Query read timeout'), 503, 'overloaded', '1', true],
  ['a database that is away', ofDatabase('ECONNREFUSED'), 503, 'unavailable', '2', true],
  ['a database without a name', ofDatabase('ENOTFOUND'), 503, 'unavailable', '2', true],
  ['a database that starts', ofDatabase('57P03'), 503, 'unavailable', '2', true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), 503, 'unavailable', '2', true],
  [
    'a connection that was lost before',
    new Error('Client was closed and is not queryable'),
    503,
    'unavailable',
    '2',
    true,
  ],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), 503, 'unavailable', '2', true],
  ['a transaction that lasted too long', ofDatabase('25P04'), 503, 'unavailable', '2', true],
  ['a full disk', ofDatabase('53100'), 503, 'unavailable', '2', true],
  ['no memory left', ofDatabase('53200'), 503, 'unavailable', '2', true],
  ['too many connections', ofDatabase('53300'), 503, 'unavailable', '2', true],
  ['a database that only reads', ofDatabase('25006'), 503, 'unavailable', '2', true],
  ['a wrong statement', ofDatabase('42601'), 500, 'unexpected', null, true],
  ['a bug', new TypeError('secret of the inside'), 500, 'unexpected', null, true],
]

test.for(cases)('[T48 partial] %s', async ([, error, status, code, retryAfter, told]) => {
  const reported: unknown[] = []
  const app = new Hono().get('/', () => {
    throw error
  })
  app.onError(answerErrors((one) => void reported.push(one)))
  const response = await app.request('/')
  const body = (await response.json()) as { code: string }
  expect([response.status, body.code, response.headers.get('retry-after')]).toEqual([status, code, retryAfter])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect(reported).toEqual(told ? [error] : [])
})
