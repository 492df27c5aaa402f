// Toasts. Their view is loaded on first use.
import type { ExternalToast } from 'sonner'

const BRIEF_MS = 1500

async function show(kind: 'success' | 'warning' | 'message', text: string, options: ExternalToast): Promise<void> {
  const { toast } = await import('./toast-view.tsx')
  toast[kind](text, options)
}

type More = { description?: string; action?: { label: string; onClick: () => void } }

/** Shows for 1500 ms. The description stands below, the action beside it. */
export function toastSuccess(text: string, more: More = {}): void {
  void show('success', text, { duration: BRIEF_MS, ...more })
}

export function toastWarning(text: string): void {
  void show('warning', text, { duration: BRIEF_MS })
}

/** Stays until accepted or dismissed. */
export function toastOffer(text: string, description: string, action: { label: string; onClick: () => void }): void {
  const cancel = { label: 'Ahora no', onClick: () => {} }
  void show('message', text, { description, action, cancel, duration: Number.POSITIVE_INFINITY })
}

export function toastNotice(text: string, description?: string): void {
  void show('message', text, description ? { description } : {})
}
