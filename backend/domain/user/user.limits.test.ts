// The registration's rules: as the form tells them, and that the API tells the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { registration } from './user.contract.ts'
import { type Registration, registrationProblems } from './user.limits.ts'

const good = { name: 'José Ñandú', email: 'a@b', password: 'x' }

test('[ACC-03 partial] names are letters of any alphabet and spaces', () => {
  expect(registrationProblems(good)).toEqual({})
  expect(registrationProblems({ ...good, name: 'Ana3' })).toEqual({ name: '¡Solo letras y espacios!' })
})

test('[ACC-02 partial] [ACC-04 partial] [ACC-05 partial] empty fields say so in their own words', () => {
  expect(registrationProblems({ name: ' ', email: '', password: '' })).toEqual({
    name: '¡Debes poner tu nombre!.',
    email: '¡Debes seleccionar un mail valido!',
    password: '¡Debes seleccionar una contraseña!',
  })
})

test('an e-mail has a part on each side of its one at sign', () => {
  const wrong = ['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b\u0000']
  for (const email of wrong) expect(Object.keys(registrationProblems({ ...good, email })), email).toEqual(['email'])
  expect(registrationProblems({ ...good, email: ' a@b ' })).toEqual({})
})

test('the contract refuses what the form refuses, with the same sentences, and nothing else', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...Array.from('aÑ é3@. \t')), maxLength: 8 }),
    fc.constantFrom('', ' ', 'a@b', 'Ana María'),
  )
  fc.assert(
    fc.property(fc.record({ name: text, email: text, password: text }), (fields) => {
      const { error } = registration.safeParse(fields)
      const told: Partial<Registration> = {}
      for (const { path, message } of error?.issues ?? []) told[path[0] as keyof Registration] ??= message
      expect(told).toEqual(registrationProblems(fields))
    }),
    { numRuns: 2000 },
  )
})
