// A mid-range phone on a slow line, as Lighthouse simulates both; a fresh browser profile per visit.
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'

const slower = 4
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const settleMs = 1500

export type Seen = Awaited<ReturnType<typeof visit>>
export type Acts = readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[]

type Watched = { lcp: number; largest: string; cls: number; interactions: number[] }

const inPage = join(import.meta.dirname, 'watch-in-page.js')
const watched = (page: Page) => page.evaluate<Watched>('globalThis.watched')

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Visits as a new visitor and performs `acts`: ms until the largest paint and of the slowest interaction. */
export async function visit(browser: Browser, url: string, acts: Acts) {
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

async function scriptsOf(page: Page): Promise<{ name: string; bytes: number }[]> {
  const loaded = await page.evaluate<[address: string, bytes: number][]>(
    `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
  )
  return loaded.flatMap(([address, bytes]) => {
    const [, name] = /([^/]+?)(?:-[\w-]{8})?\.js$/.exec(new URL(address).pathname) ?? []
    return name ? [{ name, bytes }] : []
  })
}

async function perform(page: Page, acts: Acts): Promise<{ inp: number; slowest: string }> {
  let [inp, slowest] = [0, '']
  for (const [name, act] of acts) {
    const before = (await watched(page)).interactions.length
    await act(page)
    await page.waitForTimeout(settleMs)
    for (const ms of (await watched(page)).interactions.slice(before)) if (ms > inp) [inp, slowest] = [ms, name]
  }
  return { inp, slowest }
}
