// A telephone of the middle on a line of the slow kind, as Lighthouse imagines both: one browser profile for each visit, with nothing kept.
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'

/** 4 times slower than this machine; 150 ms there and back, 1.6 Mbit/s. */
const slower = 4
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** After the last answer, so that what comes late is seen too. */
const settleMs = 1500

/** kb: of body, as it came over the line. */
export type Script = { name: string; bytes: number }
/** lcp: ms until the largest thing was drawn, and which; cls: without unit; inp: ms of the slowest interaction, and which. */
export type Seen = {
  lcp: number
  largest: string
  cls: number
  scripts: Script[]
  inp: number
  slowest: string
}
/** What somebody does on the page, each by its name. */
export type Acts = readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[]

type Watched = Pick<Seen, 'lcp' | 'largest' | 'cls'> & { interactions: number[] }

const inPage = join(import.meta.dirname, 'watch-in-page.js')
const watched = (page: Page) => page.evaluate<Watched>('globalThis.watched')

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Opens an address as somebody who was never there, and does what `acts` says. */
export async function visit(browser: Browser, url: string, acts: Acts): Promise<Seen> {
  const context = await browser.newContext({ ...phone, locale: 'es-AR' })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript({ path: inPage })
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(settleMs)
    const { lcp, largest } = await watched(page)
    const scripts = await scriptsOf(page)
    const { inp, slowest } = await perform(page, acts)
    const { cls } = await watched(page)
    return { lcp, largest, cls, scripts, inp, slowest }
  } finally {
    await context.close()
  }
}

/** Everything that runs on the page, whoever asked for it; the service worker runs beside it. */
async function scriptsOf(page: Page): Promise<Script[]> {
  const loaded = await page.evaluate<[address: string, bytes: number][]>(
    `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  )
  return loaded.flatMap(([address, bytes]) => {
    const [, name] = /([^/]+?)(?:-[\w-]{8})?\.js$/.exec(new URL(address).pathname) ?? []
    return name ? [{ name, bytes }] : []
  })
}

async function perform(page: Page, acts: Acts): Promise<Pick<Seen, 'inp' | 'slowest'>> {
  let [inp, slowest] = [0, '']
  for (const [name, act] of acts) {
    const before = (await watched(page)).interactions.length
    await act(page)
    await page.waitForTimeout(settleMs)
    for (const ms of (await watched(page)).interactions.slice(before)) if (ms > inp) [inp, slowest] = [ms, name]
  }
  return { inp, slowest }
}
