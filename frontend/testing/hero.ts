// What a rotating hero must do, on each screen that has one.
import type { Page } from 'playwright'
import { expect } from './expect.ts'
import { runFor, stopTime } from './page-time.ts'

const period = 10_000
const step = 100

/** The loaded page, whose clock is installed, shows 3 pictures in turn for 10 seconds each, and the first again after 30. */
export async function expectRotation(page: Page): Promise<void> {
  // Pictures fade into each other in the machine's time, which here would only blur what is seen.
  await page.addStyleTag({ content: '* { transition: none !important }' })
  const shown = () =>
    page.locator('section > picture > img').evaluateAll((pictures) => {
      const seen = pictures.filter((picture) => getComputedStyle(picture).opacity === '1')
      return seen.map((picture) => new URL((picture as HTMLImageElement).src).pathname).join(' and ')
    })
  await expect.poll(shown).toBe('/img/hero-1.webp')
  await stopTime(page)
  // Where in its period the clock stopped is not known: the first change tells.
  const first = await shown()
  for (let waited = 0; (await shown()) === first; waited += step) {
    expect(waited).toBeLessThan(period)
    await runFor(page, step)
  }
  const pictures = [await shown()]
  for (let turn = 0; turn < 3; turn++) {
    await runFor(page, period - 2 * step)
    expect(await shown()).toBe(pictures.at(-1))
    await runFor(page, 2 * step)
    expect(await shown()).not.toBe(pictures.at(-1))
    pictures.push(await shown())
  }
  expect(new Set(pictures).size).toBe(3)
  expect(pictures[3]).toBe(pictures[0])
}
