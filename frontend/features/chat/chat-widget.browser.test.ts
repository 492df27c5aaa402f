// The chat in a real browser.
import type { Page } from 'playwright'
import { expect, test } from '#frontend/testing/browser-test.ts'
import { quiet } from '#frontend/testing/network.ts'

const opener = (page: Page) => page.getByRole('button', { name: 'Abrir el chat' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Chat de GamerTech' })
const messages = (page: Page) => panel(page).getByRole('log').getByRole('listitem')
const input = (page: Page) => panel(page).getByRole('textbox', { name: 'Mensaje' })
/** The shop's own assistant, which is still to come. */
const welcome = /nuestro propio asistente con inteligencia artificial.*[Pp]ronto/
const notice = 'Novedades! Proximamente juntos a la IA, podremos resolver cualquier duda que tengas'

async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text)
  await input(page).press('Enter')
}

/** How far the closed button is from the right and the bottom edge of the window, in pixels. */
async function distances(page: Page): Promise<{ right: number; bottom: number }> {
  await expect(opener(page)).toBeVisible()
  return opener(page).evaluate((button) => {
    const { right, bottom } = button.getBoundingClientRect()
    return { right: innerWidth - right, bottom: innerHeight - bottom }
  })
}

test('[LAND-08] [CHAT-01] closed, a round picture at the bottom right, higher on the landing; pressing it opens the panel', async ({
  page,
}) => {
  const places = []
  for (const path of ['/home', '/']) {
    await page.goto(path)
    places.push(await distances(page))
    await expect(opener(page)).toHaveCSS('position', 'fixed')
    const { width, height } = (await opener(page).boundingBox()) ?? {}
    expect(width).toBe(height)
    const radius = await opener(page).evaluate((button) => Number.parseFloat(getComputedStyle(button).borderRadius))
    expect(radius).toBeGreaterThanOrEqual((width ?? 0) / 2)
    const picture = opener(page).locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await expect(panel(page)).toHaveCount(0)
    await opener(page).click()
    await expect(panel(page)).toBeInViewport({ ratio: 1 })
  }
  const [home, landing] = places
  expect(landing?.bottom).toBeGreaterThan(home?.bottom ?? Number.NaN)
  expect(landing?.right).toBe(home?.right)
  expect(home?.right).toBeLessThan(40)
  expect(home?.bottom).toBeLessThan(40)
})

test('[CHAT-02] [CHAT-03] [CHAT-05] [CHAT-06] the first opening welcomes and posts the notice, sides alternate, the header closes, and nothing is asked of the network', async ({
  page,
}) => {
  await page.goto('/home')
  await quiet(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await opener(page).click()
  await expect(messages(page)).toHaveCount(2)
  await expect(messages(page).first()).toHaveText(welcome)
  await expect(messages(page).last()).toHaveText(notice)
  await expect(input(page)).toBeFocused()
  for (const text of ['Hola', '¿Tienen stock?', 'Gracias']) await say(page, text)
  await expect(messages(page)).toHaveText([welcome, notice, 'Hola', '¿Tienen stock?', 'Gracias'])
  const sides = await messages(page).evaluateAll((all) =>
    all.map((item) => {
      const list = item.parentElement?.getBoundingClientRect() ?? { left: 0, right: 0 }
      const { left, right } = item.getBoundingClientRect()
      return left - list.left < list.right - right ? 'start' : 'end'
    }),
  )
  expect(sides).toEqual(['start', 'end', 'start', 'end', 'start'])

  await panel(page).getByRole('button', { name: 'Cerrar el chat' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messages(page)).toHaveCount(5)
  await page.keyboard.press('Escape')
  await expect(opener(page)).toBeFocused()
  expect(requests).toEqual([])
})

test('[CHAT-04] a sent message stands at the end, the input is empty and the list is at its bottom, also with 30', async ({
  visit,
}) => {
  const page = await visit({ width: 390, height: 700 })
  await page.goto('/')
  await opener(page).click()
  const left = () =>
    panel(page)
      .getByRole('log')
      .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop)
  for (let count = 1; count <= 30; count++) {
    await say(page, `Mensaje ${count}`)
    await expect(messages(page).last()).toHaveText(`Mensaje ${count}`)
    await expect(input(page)).toHaveValue('')
    expect(await left()).toBeLessThanOrEqual(1)
  }
  await expect(messages(page).last()).toBeInViewport({ ratio: 1 })
  await say(page, '   ')
  await expect(messages(page)).toHaveCount(32)
})
