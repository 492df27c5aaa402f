// Writing to the shop, in a real browser.
import type { Page } from 'playwright'
import { mailsTo } from '#backend/testing/mailbox-client.ts'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { callsOf, failCalls, holdCalls, refuseField } from '#frontend/testing/network.ts'

const fieldsOf = (page: Page) => ({
  name: page.getByLabel('Nombre'),
  email: page.getByLabel('Email', { exact: true }),
  message: page.getByLabel('Mensaje', { exact: true }),
  send: page.getByRole('button', { name: 'Enviar mensaje' }),
})

/** What cannot be sent, and what the shop refuses, is said and leaves the message; then it is sent once, however often Enter is pressed. */
async function sendAtLast(page: Page): Promise<void> {
  const { email, message, send } = fieldsOf(page)
  const mend = await failCalls(page, '**/api/send-email', 503)
  await send.click()
  await expect(page.getByRole('main').getByRole('status').last()).toHaveText('Algo falló.')
  await mend()
  await refuseField(page, '**/api/send-email', 'email', 'A ese correo no podemos responder.')
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('A ese correo no podemos responder.')
  await expect(message).toHaveValue('¿Tienen la placa en stock?\nGracias.')
  const release = await holdCalls(page, '**/api/send-email')
  for (let presses = 0; presses < 3; presses++) await email.press('Enter')
  await expect(send).toBeDisabled()
  await release()
  await expect(page.getByText('Recibimos tu mensaje')).toBeVisible()
  expect(callsOf(page, '/api/send-email')).toHaveLength(3)
}

test('[PAGE-05] a visitor’s message reaches the shop’s address and no other; what is wrong is named beside its field', async ({
  shop,
  page,
}) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Contacto')
  expect((await main.innerText()).length).toBeGreaterThan(300)
  const { name, email, message, send } = fieldsOf(page)
  await send.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Decinos cómo te llamás.')
  await expect(message).toHaveAccessibleDescription('Escribí tu mensaje.')
  await name.fill('Visitante Curiosa')
  await email.fill('no es un correo')
  await message.fill('¿Tienen la placa en stock?\nGracias.')
  await send.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('No parece un correo.')
  expect(callsOf(page, '/api/send-email')).toEqual([])

  await email.fill('visitante.curiosa@correo.test')
  await sendAtLast(page)

  const received = await mailsTo(shop.mailboxUrl, 'soporte@gamertech.test')
  const sent = received.filter(({ subject }) => subject.includes('Visitante Curiosa'))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.recipients).toEqual(['soporte@gamertech.test'])
  for (const part of ['Visitante Curiosa', 'visitante.curiosa@correo.test', '¿Tienen la placa en stock?', 'Gracias.'])
    expect(sent[0]?.text_body).toContain(part)
  expect(await mailsTo(shop.mailboxUrl, 'visitante.curiosa@correo.test')).toEqual([])
})

test('somebody who is signed in finds name and e-mail there, and is led here from the pages about the shop', async ({
  shop,
  visit,
}) => {
  const person = await shop.newShopper('Ana Conocida')
  const page = await visit({ as: person })
  for (const from of ['/about', '/preguntas-frecuentes']) {
    await page.goto(from)
    await page.getByRole('main').getByRole('link', { name: 'Contacto' }).first().click()
    await expect(page).toHavePath('/contact')
  }
  await expect(page.getByLabel('Nombre')).toHaveValue('Ana Conocida')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
})
