// Toasts. Their view is loaded on first use; the bare text shows where it cannot be.
import type { ExternalToast } from 'sonner'

const BRIEF_MS = 1500

type Options = ExternalToast & { description?: string }

async function show(kind: 'success' | 'warning' | 'message', text: string, options: Options): Promise<void> {
  const view = await import('./toast-view.tsx').catch(() => undefined)
  if (view) view.toast[kind](text, options)
  else showBare([text, options.description].filter(Boolean).join('. '))
}

function showBare(text: string): void {
  const line = document.createElement('p')
  line.role = 'alert'
  line.className = 'fixed inset-x-4 top-20 z-50 border border-line bg-raised p-4 text-text shadow-lift'
  line.textContent = text
  document.body.append(line)
  setTimeout(() => line.remove(), 5000)
}

type More = { description?: string; action?: { label: string; onClick: () => void } }

/** Shows for 1500 ms. The description stands below, the action beside it. */
export function toastSuccess(text: string, more: More = {}): void {
  void show('success', text, { duration: BRIEF_MS, ...more })
}

export function toastWarning(text: string): void {
  void show('warning', text, { duration: BRIEF_MS })
}

export function toastOffer(text: string, description: string, action: { label: string; onClick: () => void }): void {
  const cancel = { label: 'Ahora no', onClick: () => {} }
  void show('message', text, { description, action, cancel, duration: Number.POSITIVE_INFINITY })
}

export function toastNotice(text: string, description?: string): void {
  void show('message', text, description ? { description } : {})
}
