import { expect, test } from 'vitest'
import { OtherSchema } from '#backend/db/schema-age.ts'
import { Undecodable } from '#backend/eventstore/log/decoding/undecodable.ts'
import { open, seal } from '#backend/eventstore/log/keyring.ts'
import { LogNotContiguous } from '#backend/eventstore/log/reads/log-pages.ts'
import { CutOverGaveUp } from '#backend/eventstore/projections/cut-over.ts'
import { knownFailure } from './known-failure.ts'

function errorOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

test('another master key, a log with holes and a database of another version are named in a sentence', () => {
  const sealed = seal(Buffer.alloc(32, 1), Buffer.from('key'), 'key 7')
  const wrong = errorOf(() => open(Buffer.alloc(32, 2), sealed, 'key 7'))
  expect(knownFailure(wrong)).toMatch(/^DATA_KEY no es la de esta base de datos/)
  expect(knownFailure(new LogNotContiguous('of the positions 1 to 3 only 2 are there'))).toContain('faltan posiciones')
  const unreadable = new Undecodable({ position: 7, stream: 'cart-3' }, new Error('of version 2'))
  expect(knownFailure(unreadable)).toBe('Este programa no puede leer el evento 7 de cart-3: «of version 2».')
  expect(knownFailure(new Undecodable({ position: 7, stream: 'user-3' }, wrong))).toMatch(/^DATA_KEY no es/)
  expect(knownFailure(new CutOverGaveUp('carts', new Error('busy')))).toMatch(/^Las lecturas .* carts: [^.]*\.$/)
  expect(knownFailure(new OtherSchema(['0001_event_store.sql']))).toMatch(/^La base de datos es de otra versión/)
  const absent = Object.assign(new Error('relation "x" does not exist'), { code: '42P01' })
  expect(knownFailure(absent)).toMatch(/^La base de datos no tiene lo que este programa busca/)
  expect(knownFailure(new TypeError('a bug'))).toBeUndefined()
  expect(knownFailure('text')).toBeUndefined()
})
