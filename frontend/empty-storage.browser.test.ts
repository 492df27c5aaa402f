// What the page begins with when the browser remembers nothing.
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, holdCalls } from '#frontend/testing/network.ts'

test('[STOR-05] an empty storage is nobody signed in, three attempts, one message, and no lists', async ({
  shop,
  visit,
}) => {
  const visitor = await visit()
  const release = await holdCalls(visitor, '/api/catalogue*')
  await visitor.goto('/home')
  await expect(visitor.getByRole('img', { name: 'Cargando productos' })).toBeVisible()
  await expect(visitor.getByRole('article')).toHaveCount(0)
  await expect(visitor.getByRole('link', { name: 'Carrito, vacío' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Abrir el chat' }).click()
  const messages = visitor.getByRole('log').getByRole('listitem')
  await expect(messages.filter({ hasText: 'asistente' })).toHaveCount(1)
  // Beside the welcome there is only the notice of the first opening.
  await expect(messages).toHaveCount(2)
  await release()
  for (const path of ['/api/users', '/api/panel', '/api/purchase', '/api/cart'])
    expect(callsOf(visitor, path), path).toEqual([])
  expect(await visitor.evaluate(() => localStorage.getItem('isAuthenticated'))).not.toBe('true')
  await visitor.goto('/login')
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem('isAuthenticated'))).toBe('false')

  const admin = await visit({ as: await shop.newAdmin() })
  await admin.goto('/about')
  await admin.evaluate(() => localStorage.clear())
  await admin.goto('/controlPanel?tab=productos')
  await expect(admin.getByRole('tab', { name: 'Clientes' })).toBeVisible()
  expect(await admin.evaluate(() => localStorage.getItem('changeRolAttempts'))).toBe('3')
})
