// The shopper's chosen theme, kept in sync across tabs.
import { forget, readStored, store } from '#frontend/storage.ts'
import { applyStoredTheme } from '#frontend/stored-theme.ts'

export type Theme = 'system' | 'dark' | 'light'

const listeners = new Set<() => void>()

export function chosenTheme(): Theme {
  const stored = readStored('theme')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function shownTheme(): 'dark' | 'light' {
  const chosen = chosenTheme()
  if (chosen !== 'system') return chosen
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') forget('theme')
  else store('theme', theme)
  show()
}

export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener)
  hearOthers()
  return () => listeners.delete(listener)
}

function show(): void {
  applyStoredTheme()
  for (const listener of listeners) listener()
}

let hears = false

/** Another tab may choose, also while this page waits in the back-forward cache. */
function hearOthers(): void {
  if (hears) return
  hears = true
  // Covers a choice between the head's script and this listener.
  applyStoredTheme()
  addEventListener('storage', show)
  addEventListener('pageshow', show)
}
