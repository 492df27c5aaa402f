import { expect, test } from 'vitest'
import { Overloaded } from '#backend/eventstore/log/append-entry.ts'
import { hashOfUnknown, hashPassword, verifyPassword } from './passwords.ts'

test('a password fits its own hash only, and two hashes of it differ', async () => {
  const [first, second] = [await hashPassword('Clave-segura-1'), await hashPassword('Clave-segura-1')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await verifyPassword('Clave-segura-1', first)).toBe(true)
  expect(await verifyPassword('Clave-segura-2', first)).toBe(false)
  expect(await verifyPassword('Clave-segura-1', null)).toBe(false)
})

test('the hash of a password that nobody knows looks like any other, each is another, and no password opens it', async () => {
  const unknown = hashOfUnknown()
  const shape = (hash: string) => hash.replaceAll(/[A-Za-z\d+/]{43}$|[A-Za-z\d+/]{22}(?=\$)/g, '…')
  expect(shape(unknown)).toBe(shape(await hashPassword('Clave-segura-1')))
  expect(hashOfUnknown()).not.toBe(unknown)
  for (const password of ['', 'Clave-segura-1', unknown]) expect(await verifyPassword(password, unknown)).toBe(false)
})

test('[T33] of a flood of registrations some are refused at once, and a sign-in does not wait for the others', async () => {
  const known = await hashPassword('Clave-segura-1')
  let made = 0
  const flood = Array.from({ length: 30 }, () => hashPassword('otra').then(() => made++))
  const ended = Promise.allSettled(flood)
  expect(await verifyPassword('Clave-segura-1', known)).toBe(true)
  expect(made).toBeLessThan(15)
  const outcomes = await ended
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused).toHaveLength(30 - 21)
  expect(refused.every(({ reason }) => reason instanceof Overloaded)).toBe(true)
  expect(await hashPassword('una más')).toMatch(/^\$argon2id/)
})
