// The browser of the browser tests is a real one: it runs scripts, lays out, and has two contexts apart.
import { expect, test } from 'vitest'
import { launchChromium } from '#scripts/testing/chromium.ts'

test('Chromium starts, runs a script and keeps its contexts apart', async () => {
  const browser = await launchChromium()
  try {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await page.setContent(`<button onclick="this.textContent = innerWidth + ' px'">Medir</button>`)
    await page.getByRole('button', { name: 'Medir' }).click()
    expect(await page.getByRole('button').textContent()).toBe('390 px')
    expect(browser.contexts()).toHaveLength(1)
  } finally {
    await browser.close()
  }
})
