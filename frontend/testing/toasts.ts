// The toasts that a page showed. They go after 1500 ms, so a test that looks for one on a busy machine may come too late.
import type { BrowserContext, Page } from 'playwright'

const shown = new WeakMap<Page, string[]>()

/** Begins to record the toasts of every page of a profile. */
export async function watchToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteToast', ({ page }, text: string) => {
    shown.set(page, [...toastsOf(page), text])
  })
  await context.addInitScript(() => {
    const noted = new WeakSet<Element>()
    const observer = new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        if (!noted.has(toast)) Reflect.get(window, 'noteToast')(toast.querySelector('[data-title]')?.textContent)
        noted.add(toast)
      }
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** The titles of the toasts that a page showed so far, in order. To be polled: `expect.poll(() => toastsOf(page))`. */
export function toastsOf(page: Page): readonly string[] {
  return shown.get(page) ?? []
}
