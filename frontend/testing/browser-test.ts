// Tests of screens in a real browser, on a real shop. A test stands beside its screen, in `x.browser.test.ts`:
//
//   import { expect, test } from '#frontend/testing/browser-test.ts'
//   import { toastsOf } from '#frontend/testing/toasts.ts'
//
//   test('[PROD-08] a product that is added leads back to the catalogue', async ({ shop, visit }) => {
//     const product = await shop.addProduct({ stock: 5 })
//     const page = await visit({ as: await shop.newShopper() })
//     await page.goto(`/product/${product.id}`)
//     await page.getByRole('button', { name: 'Añadir al Carrito' }).click()
//     await expect.poll(() => toastsOf(page)).toEqual(['¡Agregado correctamente!'])
//     await expect(page).toHavePath('/home')
//   })
//
// `page`       a visitor's page; `visit({ as, width, motion, stored })` opens one more browser profile, of a person if `as` says so
// `shop`       one per worker, shared by all its tests: make your own products and people in it, and look for nothing else (shop.ts).
//              What a person's API client reads may lag behind what their page did: `await shop.settled()` first
// `ownShop()`  a shop of its own in about a second: for an exact number of products, an empty list, or another hour
//              (`shop.passMinutes`); opened by `visit({ shop })`. `ownShop({ DEMO: '1' })` has the demo data, half a minute later
// `expect`     Playwright's, which waits: assert on locators; never sleep and never read a text to compare it
// network.ts   what the page asked (`callsOf`), and answers that are held back or fail
// toasts.ts    the toasts that a page showed, also those that are gone by the time the test looks
// page-time.ts the page's own clock: what lasts 1500 ms or happens every 10 s is tested without waiting for it
//
// A test fails when its page has an uncaught error. A failed test leaves picture, address, console and calls of each page in
// test-results/. `npx vitest run --project browser frontend/screens` runs a folder.
import type { Browser } from 'playwright'
import { test as base } from 'vitest'
import { frugal, launchChromium } from '#scripts/testing/chromium.ts'
import { openTestShop, type TestShop } from './shop.ts'
import { type VisitOptions, Visits } from './visits.ts'

export { expect } from './expect.ts'

export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchChromium(frugal)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('shop', { scope: 'worker' }, async ({}, { onCleanup }): Promise<TestShop> => {
    const shop = await openTestShop()
    onCleanup(() => shop.stop())
    return shop
  })
  .extend('ownShop', async ({}, { onCleanup }) => {
    const opened: TestShop[] = []
    onCleanup(async () => {
      for (const shop of opened) await shop.stop()
    })
    return async (env: Record<string, string> = {}): Promise<TestShop> => {
      const shop = await openTestShop(env)
      opened.push(shop)
      return shop
    }
  })
  .extend('visit', async ({ browser, shop, task }, { onCleanup }) => {
    const visits = new Visits(browser, shop)
    onCleanup(async () => {
      const isFailed = task.result?.state === 'fail'
      if (isFailed) await visits.keepEvidence(task.file.name, task.name)
      await visits.close({ isSound: !isFailed })
      if (!isFailed) visits.throwUncaught()
    })
    return (options: VisitOptions = {}) => visits.open(options)
  })
  .extend('page', ({ visit }) => visit())
