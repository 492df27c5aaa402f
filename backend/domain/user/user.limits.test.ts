// The registration's rules: as the form tells them, and that the API tells the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from '#backend/domain/common-passwords.ts'
import { registration } from './user.contract.ts'
import { type Registration, registrationProblems } from './user.limits.ts'

const good = { name: 'José Ñandú', email: 'a@b', password: 'Clave-segura-1' }

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

test('a new password has at least eight characters, counted as people count them', () => {
  const tooShort = { password: 'Usá al menos 8 caracteres.' }
  for (const password of ['x', '1234567', 'ñandú é', '🦤🦤🦤🦤🦤🦤🦤'])
    expect(registrationProblems({ ...good, password }), password).toEqual(tooShort)
  for (const password of ['12345678', 'ñandúes é', ' '.repeat(8), '🦤'.repeat(8)])
    expect(registrationProblems({ ...good, password }), password).toEqual({})
})

test('[T24 partial] passwords that everybody uses are refused, in any letter case and with marks at their end', async () => {
  const problemsOf = async (password: string) =>
    ((await registration.safeParseAsync({ ...good, password })).error?.issues ?? []).map(({ path }) => path[0])
  const common = [
    'password',
    'PASSWORD1',
    '12345678',
    'qwerty123',
    'Password1!',
    'iloveyou',
    'GamerTech',
    'gamertech2026!',
    'Contraseña1',
    'aaaaaaaa',
    '        ',
    'abababab',
  ]
  for (const password of common) expect(await problemsOf(password), password).toEqual(['password'])
  for (const password of ['Clave-segura-1', 'tres tristes tigres', 'Comprador123!'])
    expect(await problemsOf(password), password).toEqual([])
})

test('an e-mail has a part on each side of its one at sign', () => {
  const wrong = ['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b\u0000']
  // No mail can be written to these.
  wrong.push(
    'ñ@x.test',
    'ａｎａ@x.test',
    'ana@ｘ.test',
    'ana@x.test.',
    'ana.@x.test',
    'a..b@x.test',
    'ana@x..test',
    'ana@-x.test',
  )
  for (const email of wrong) expect(Object.keys(registrationProblems({ ...good, email })), email).toEqual(['email'])
  expect(registrationProblems({ ...good, email: ' a@b ' })).toEqual({})
})

test('the contract refuses what the form refuses, with the same sentences, and else only common passwords', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...Array.from('aÑ é3@. \t')), maxLength: 8 }),
    fc.constantFrom('', ' ', 'a@b', 'Ana María', 'Clave-segura-1'),
  )
  await fc.assert(
    fc.asyncProperty(fc.record({ name: text, email: text, password: text }), async (fields) => {
      if (await isCommonPassword(fields.password)) return
      const { error } = await registration.safeParseAsync(fields)
      const told: Partial<Registration> = {}
      for (const { path, message } of error?.issues ?? []) told[path[0] as keyof Registration] ??= message
      expect(told).toEqual(registrationProblems(fields))
    }),
    { numRuns: 2000 },
  )
})
