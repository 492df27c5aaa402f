// The light theme and the dark one: who chooses, and that nothing of the other shows. Every screen is looked at in every-path.browser.test.ts.
import type { Page } from 'playwright'
import sharp from 'sharp'
import { axeFaults } from '#frontend/testing/axe.ts'
import { expect, test as inUnpainted } from '#frontend/testing/browser-test.ts'
import { launchChromium } from '#scripts/testing/chromium.ts'

/** In a browser that paints: its frames are looked at. */
const test = inUnpainted.extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browser = await launchChromium()
  onCleanup(() => browser.close())
  return browser
})

const radio = (page: Page, name: string) => page.getByRole('radio', { name })

/** The page's ground and the colour that the window around it takes. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const around = metas.find(({ media }) => matchMedia(media).matches)?.content
    return [getComputedStyle(document.documentElement).backgroundColor, around]
  })
const light = ['rgb(241, 239, 251)', '#f1effb']
const dark = ['rgb(10, 11, 16)', '#0a0b10']

/** With less motion colours still go over into each other for some frames. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

/** What a browser drew while `act` was under way: of each frame, whether it is light. */
async function framesOf(page: Page, act: () => Promise<unknown>): Promise<boolean[]> {
  const session = await page.context().newCDPSession(page)
  const frames: Promise<boolean>[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(isLight(Buffer.from(data, 'base64')))
    // The page may have gone by now.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1, maxWidth: 320, maxHeight: 320 })
  await act()
  await session.send('Page.stopScreencast')
  await session.detach()
  return Promise.all(frames)
}

async function isLight(picture: Buffer): Promise<boolean> {
  const { channels } = await sharp(picture).greyscale().stats()
  return (channels[0]?.mean ?? 0) > 128
}

test('[HEAD-07] the system chooses the theme until the shopper does, no frame of the other shows after a reload, and both can be read', async ({
  page,
}) => {
  await expectOneTheme(page)
  await expectNoOtherFrame(page)
})

/** The choice holds in every tab, and is made by keyboard too. */
async function expectOneTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  await expect(radio(page, 'Sistema')).toBeChecked()
  await expect.poll(() => colours(page)).toEqual(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => colours(page)).toEqual(dark)

  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'dark' })
  await other.goto('/about')
  await radio(page, 'Sistema').focus()
  await page.keyboard.press('ArrowRight')
  await expect(radio(page, 'Oscuro')).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await expect(radio(page, 'Claro')).toBeChecked()
  for (const tab of [page, other]) {
    await expect.poll(() => colours(tab)).toEqual(light)
    await expect(radio(tab, 'Claro')).toBeChecked()
    expect(await tab.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  }
  await other.close()
}

/** What was chosen is all that is drawn, also where the system says otherwise; and the choice can be taken back. */
async function expectNoOtherFrame(page: Page): Promise<void> {
  for (const [system, name, shown] of [
    ['dark', 'Claro', true],
    ['light', 'Oscuro', false],
  ] as const) {
    await page.emulateMedia({ colorScheme: system })
    await radio(page, name).check()
    await settled(page)
    const frames = await framesOf(page, async () => {
      await page.reload()
      await expect(radio(page, name)).toBeChecked()
      await page.goto('/terms')
      await expect(radio(page, name)).toBeChecked()
    })
    expect(await axeFaults(page)).toEqual([])
    expect(frames.length).toBeGreaterThan(2)
    expect(new Set(frames), `${name} where the system is ${system}`).toEqual(new Set([shown]))
  }
  await radio(page, 'Sistema').check()
  await expect.poll(() => colours(page)).toEqual(light)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
}

test('where the browser stores nothing, the choice holds in its page until another tab makes one', async ({ page }) => {
  await page.goto('/about')
  const other = await page.context().newPage()
  await other.goto('/about')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('refused')
    }
  })
  for (const [name, shown] of [
    ['Oscuro', dark],
    ['Claro', light],
  ] as const) {
    await radio(page, name).check()
    await expect(radio(page, name)).toBeChecked()
    await expect.poll(() => colours(page)).toEqual(shown)
  }
  await radio(other, 'Oscuro').check()
  await expect(radio(page, 'Oscuro')).toBeChecked()
  await expect.poll(() => colours(page)).toEqual(dark)
})
