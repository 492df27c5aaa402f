// The browser of the browser tests is a real one, needs nothing of the system, and has two contexts apart.
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumFolder, launchChromium } from '#scripts/testing/chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())

/** The libraries that running processes of the program have mapped. */
async function librariesOf(program: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const maps = ids.map(async (id) => {
    const isOurs = (await readlink(`/proc/${id}/exe`).catch(() => '')) === program
    return isOurs ? await readFile(`/proc/${id}/maps`, 'utf8').catch(() => '') : ''
  })
  return (await Promise.all(maps)).flatMap((text) => text.match(/\/\S+\.so[.\d]*/g) ?? [])
}

test('Chromium starts, runs a script and keeps its contexts apart', async () => {
  const contexts = [await browser.newContext({ viewport: { width: 390, height: 844 } }), await browser.newContext()]
  const [page] = await Promise.all(contexts.map((context) => context.newPage()))
  await page?.setContent(`<button onclick="this.textContent = innerWidth + ' px'">Medir</button>`)
  await page?.getByRole('button', { name: 'Medir' }).click()
  expect(await page?.getByRole('button').textContent()).toBe('390 px')
  await contexts[0]?.addCookies([{ name: 'one', value: '1', url: 'http://localhost' }])
  expect(await contexts[1]?.cookies()).toEqual([])
  await Promise.all(contexts.map((context) => context.close()))
})

test('system libraries and font come with the browser', async () => {
  const home = await chromiumFolder()
  const libraries = await librariesOf(join(home, 'chromium'))
  for (const name of ['libnss3.so', 'libnspr4.so', 'libexpat.so.1']) {
    const mapped = new Set(libraries.filter((path) => path.endsWith(`/${name}`)))
    expect([...mapped]).toEqual([join(home, 'al2023/lib', name)])
  }
  const page = await browser.newPage()
  await page.setContent('<p style="font-family: sans-serif">Añadir</p>')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  expect(fonts.map(({ familyName }) => familyName)).toEqual(['Open Sans'])
})
