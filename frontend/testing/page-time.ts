// The page's clock under a test's control. `await page.clock.install()` comes first, before the page is loaded; time then passes
// as ever, jumps by page.clock.fastForward(ms), and once stopped passes only by page.clock.runFor(ms).
import type { Locator, Page } from 'playwright'

/** In milliseconds of the page's clock: what shownFor may be off by. */
const step = 50
const longest = 60_000

/** Stops the page's timers and its date. The page must be loaded: loading needs time to pass. */
export async function stopTime(page: Page): Promise<void> {
  for (let ahead = 1000; ; ahead *= 2) {
    const now = await page.evaluate(() => Date.now())
    try {
      return await page.clock.pauseAt(now + ahead)
    } catch (error) {
      // The moment had passed by the time the page was told.
      if (ahead > longest) throw error
    }
  }
}

/** Lets the page's stopped clock run until something is seen, and no further: it does not go while it is looked at. */
export async function runUntilShown(page: Page, thing: Locator): Promise<void> {
  for (let waited = 0; !(await thing.isVisible()); waited += step) {
    if (waited > longest) throw new Error('it never appeared')
    await runFor(page, step)
  }
}

/** How long something is seen, from its appearing to its going, in milliseconds of the page's stopped clock. */
export async function shownFor(page: Page, thing: Locator): Promise<number> {
  await runUntilShown(page, thing)
  for (let shown = 0; shown <= longest; shown += step) {
    if (!(await thing.isVisible())) return shown
    await runFor(page, step)
  }
  throw new Error(`it is still there after ${longest} ms`)
}

/** Lets the page's time pass, and what was due then be drawn. */
export async function runFor(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns++) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(null)
      })
    }
  })
}
