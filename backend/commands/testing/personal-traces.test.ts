import { expect, test } from 'vitest'
import { tracesOf } from './personal-traces.ts'

test('a word is found in any case and encoding, and nowhere else', () => {
  const secret = 'see Ana.Nunez@correo.example here'
  const forms = [
    secret,
    secret.toUpperCase(),
    Buffer.from(secret).toString('hex'),
    ...['', 'x', 'xy'].map((before) => Buffer.from(before + secret).toString('base64')),
    Buffer.from(`x${secret}`).toString('base64url'),
    Buffer.from(secret.toLowerCase()).toString('base64'),
    'to=ana.nunez%40correo.example',
  ]
  for (const form of forms) expect(tracesOf(`{"a":"${form}"}`, ['Ana.Nunez']), form).not.toEqual([])
  expect(tracesOf('ana nunez, \\x616e61, YW5h', ['ana.nunez'])).toEqual([])
})
