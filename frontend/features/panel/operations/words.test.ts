import { expect, test } from 'vitest'
import { actorText, jobText } from './words.ts'

test('who acted and what is to be done are told in Spanish, every job of the shop too', () => {
  expect(actorText('user:7')).toBe('cuenta Nº 7')
  expect(actorText('job:run-batch')).toBe('Tarea: cambiar muchos productos')
  expect(actorText('somebody')).toBe('somebody')
  expect(jobText('send-receipt')).toBe('Enviar un recibo')
  expect(jobText('unheard-of')).toBeNull()
})
