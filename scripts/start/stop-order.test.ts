// Stopping: newest first, once, and on past a part that fails.
import { expect, test } from 'vitest'
import { stopOrder } from './stop-order.ts'

test('parts stop in reverse order, once, and a failing one is reported without keeping the others', async () => {
  const seen: string[] = []
  const parts = stopOrder((sentence) => seen.push(sentence))
  parts.add('La base', async () => void seen.push('database'))
  parts.add('El buzón', () => Promise.reject(new Error('se trabó')))
  parts.add('El servidor', async () => void seen.push('server'))
  await parts.stopAll()
  await parts.stopAll()
  expect(seen).toEqual(['server', 'El buzón no se detuvo bien: se trabó', 'database'])
})
