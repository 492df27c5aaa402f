// Static checks of a page: accessibility by axe, and the demands of search engines and strict browsers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'

const documentProblems = readFileSync(join(import.meta.dirname, 'problems-in-page.js'), 'utf8')
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** One line per problem, on phone and desktop in both themes. */
export async function failedChecks(browser: Browser, url: string): Promise<string[]> {
  const found: string[] = []
  for (const viewport of windows)
    for (const colorScheme of ['dark', 'light'] as const) {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'es-AR', reducedMotion: 'reduce' })
      try {
        const where = `${viewport.width} px, ${colorScheme}`
        found.push(...(await checked(await context.newPage(), url)).map((problem) => `${problem} (${where})`))
      } finally {
        await context.close()
      }
    }
  return found
}

async function checked(page: Page, url: string): Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`))
  const answer = await page.goto(url)
  await page.waitForLoadState('networkidle')
  const headers = (await answer?.allHeaders()) ?? {}
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
    if (!headers[name]) said.push(`no ${name}`)
  if (answer?.status() !== 200) said.push(`status ${answer?.status()}`)
  const { violations } = await new AxeBuilder({ page }).analyze()
  said.push(...violations.map(({ id, nodes }) => `axe: ${id}, ${nodes.length} times, ${nodes[0]?.target.join(' ')}`))
  return [...said, ...(await page.evaluate<string[]>(documentProblems))]
}
