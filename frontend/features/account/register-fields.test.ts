// The registration's rules.
import { expect, test } from 'vitest'
import { registerErrors } from './register-fields.ts'

const good = { name: 'José Ñandú', email: 'a@b', password: 'x' }

test('[ACC-03 partial] names are letters of any alphabet and spaces', () => {
  expect(registerErrors(good)).toEqual({})
  expect(registerErrors({ ...good, name: 'Ana3' })).toEqual({ name: '¡Solo letras y espacios!' })
})

test('[ACC-02 partial] [ACC-04 partial] [ACC-05 partial] empty fields say so in their own words', () => {
  expect(registerErrors({ name: ' ', email: '', password: '' })).toEqual({
    name: '¡Debes poner tu nombre!.',
    email: '¡Debes seleccionar un mail valido!',
    password: '¡Debes seleccionar una contraseña!',
  })
})
