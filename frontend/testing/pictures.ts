// Pictures of pages that their own browser does not paint.
import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { launchChromium } from '#scripts/testing/chromium.ts'

/** Writes `path`.mhtml, how the page stands now, and a picture of it as `path`.png, by a browser that paints. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureSnapshot')
  await writeFile(`${path}.mhtml`, data)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const painter = await launchChromium()
  try {
    const copy = await painter.newPage({ viewport: page.viewportSize(), colorScheme: isDark ? 'dark' : 'light' })
    await copy.goto(pathToFileURL(`${path}.mhtml`).href)
    await copy.screenshot({ path: `${path}.png`, fullPage: true })
  } finally {
    await painter.close()
  }
}
