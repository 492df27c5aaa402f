// The toasts that a page showed. They go after 1500 ms, so a test that looks for one on a busy machine may come too late.
import type { BrowserContext, Page } from 'playwright'

type Toast = { text: string; kind: string }
const shown = new WeakMap<Page, Toast[]>()

/** Begins to record the toasts of every page of a profile. */
export async function watchToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteToast', ({ page }, toast: Toast) => {
    shown.set(page, [...(shown.get(page) ?? []), toast])
  })
  await context.addInitScript(() => {
    const noted = new WeakSet<Element>()
    const observer = new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        const text = toast.querySelector('[data-title]')?.textContent
        if (!noted.has(toast)) Reflect.get(window, 'noteToast')({ text, kind: toast.getAttribute('data-type') })
        noted.add(toast)
      }
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** The titles of the toasts that a page showed so far, in order; with `kind`, of those alone. To be polled: `expect.poll(() => toastsOf(page))`. */
export function toastsOf(page: Page, kind?: 'success' | 'warning'): readonly string[] {
  return (shown.get(page) ?? []).filter((toast) => kind === undefined || toast.kind === kind).map(({ text }) => text)
}
