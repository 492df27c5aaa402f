// Screens by the keyboard alone: whoever has no mouse comes no other way.
import type { Locator, Page } from 'playwright'
import { expect } from './expect.ts'

/** More stops than any screen has before what a test looks for. */
const maxStops = 120

/** Goes on with Tab until it stands there; it can be seen where that is, and nothing lies over it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < maxStops; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return await expectSeen(target)
    await page.keyboard.press('Tab')
  }
  throw new Error(`never reached by Tab: ${String(target)}`)
}

/** Goes to a button or a link and presses Enter. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

async function expectSeen(target: Locator): Promise<void> {
  expect(await target.evaluate(hasRing), 'the focus can be seen').toBe(true)
  // The page may still be scrolling there.
  await expect.poll(() => target.evaluate(isInSight), 'nothing lies over what has the focus').toBe(true)
}

/** In the page. A card wears the ring for the link in it. */
function hasRing(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (getComputedStyle(one).outlineStyle !== 'none') return true
  return false
}

/** In the page. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return there !== null && (element.contains(there) || there.contains(element))
}
