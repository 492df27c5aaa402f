// Playwright's assertions, which wait until they hold, and the path of the address.
import type { Page } from 'playwright'
import { expect as playwrightExpect } from 'playwright/test'
import { expect as vitestExpect } from 'vitest'

/** How long an assertion waits, in milliseconds: only a failure takes that long. */
const patience = { timeout: 20_000 }
const patient = playwrightExpect.configure(patience)

const shopExpect = patient.extend({
  /** The page's address has this path, whatever search and fragment follow. */
  async toHavePath(page: Page, path: string) {
    const address = this.isNot ? patient(page).not : patient(page)
    try {
      await address.toHaveURL((url) => url.pathname === path)
      return { pass: !this.isNot, message: () => '' }
    } catch {
      const wish = this.isNot ? 'another path than' : 'the path'
      return {
        pass: this.isNot,
        message: () => `expected ${wish} ${path} within ${patience.timeout} ms, is ${page.url()}`,
      }
    }
  },
})

/** vitest refuses a test that asserts nothing, and does not see assertions of Playwright's. */
const count = () => void vitestExpect(true)
export const expect = new Proxy(shopExpect, {
  apply: (target, self, given) => {
    count()
    return Reflect.apply(target, self, given)
  },
  get: (target, name) => {
    if (name === 'poll') count()
    return Reflect.get(target, name)
  },
})
