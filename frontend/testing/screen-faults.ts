// What is wrong with a screen on a phone, a tablet and a desk, in both themes, and at 200 %; a picture of each look with a fault stays in test-results/screens.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { axeFaults } from './axe.ts'
import { takePicture } from './pictures.ts'
import { resultsFolder } from './visits.ts'

const picturesFolder = join(resultsFolder, 'screens')

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  // The narrowest that has to do without scrolling sideways (WCAG 1.4.10).
  { width: 320, height: 640 },
]
/** A window of 1440 by 900 pixels at 200 %. */
const zoomed = { width: 720, height: 450 }
const themes = ['dark', 'light'] as const

/** One line for each fault of the screen that a page shows. `nth`: of the screens; the themes change from width to width, and from screen to screen. */
export async function faultsOf(page: Page, { name, nth }: { name: string; nth: number }): Promise<string[]> {
  const found: string[] = []
  // Colours that go over into each other would be measured half way.
  await page.addStyleTag({ content: '* { transition: none !important }' })
  for (const [index, viewport] of windows.entries()) {
    const colorScheme = themes[(nth + index) % themes.length] ?? 'dark'
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const look = `${name}-${viewport.width}-${colorScheme}`
    // As it is found: whoever looks for faults leaves the page scrolled, with something in focus.
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      scrollTo(0, 0)
    })
    const faults = [...(await axeFaults(page, { withTargets: true })), ...(await page.evaluate(findFaults))]
    if (faults.length > 0) await keepPicture(page, look)
    found.push(...faults.map((fault) => `${look}: ${fault}`))
  }
  await page.setViewportSize(zoomed)
  found.push(...(await page.evaluate(findFaults)).map((fault) => `${name} at 200 %: ${fault}`))
  return found
}

async function keepPicture(page: Page, look: string): Promise<void> {
  await mkdir(picturesFolder, { recursive: true })
  await takePicture(page, join(picturesFolder, look))
}

/** In the page: what is wider than the window, what moves though less motion is asked for, and what cannot be seen when it has the focus. */
function findFaults(): string[] {
  const faults: string[] = []
  const nameOf = (element: Element) =>
    `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
  const isIn = (part: Element | null, whole: Element) => part !== null && (whole.contains(part) || part.contains(whole))
  /** Somewhere: what is larger than the window is never seen as a whole. */
  const isSeen = (stop: Element) => {
    const { left, top, width, height } = stop.getBoundingClientRect()
    return [0.5, 0.15, 0.85].some((part) => {
      const there = document.elementFromPoint(left + width / 2, top + height * part)
      return isIn(there, stop) || isIn(there, stop.closest('label') ?? stop)
    })
  }
  const hasRing = (one: Element) => getComputedStyle(one).outlineStyle !== 'none'
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.push(`${wide} pixels wide`)
  for (const moving of document.getAnimations())
    if (moving instanceof CSSAnimation && moving.playState === 'running') faults.push(`${moving.animationName} moves`)
  for (const stop of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    if (stop.matches(':disabled') || !stop.checkVisibility({ visibilityProperty: true }) || stop.tabIndex < 0) continue
    stop.focus()
    if (document.activeElement !== stop) continue
    if (!isSeen(stop)) faults.push(`${nameOf(stop)} has the focus and cannot be seen`)
    const wearers = [stop, ...stop.querySelectorAll('*')]
    for (let one = stop.parentElement; one; one = one.parentElement) wearers.push(one)
    if (!wearers.some(hasRing)) faults.push(`${nameOf(stop)} does not show its focus`)
  }
  return faults
}
