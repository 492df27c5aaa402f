// The theme that the shopper chose, followed in every open tab.
import { forget, readStored, store } from '#frontend/storage.ts'
import { applyStoredTheme } from '#frontend/stored-theme.ts'

export type Theme = 'system' | 'dark' | 'light'

const listeners = new Set<() => void>()

/** What was chosen; 'system' when nothing was, or nothing that there is. */
export function chosenTheme(): Theme {
  const stored = readStored('theme')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** What was chosen, or what the system asks for. */
export function shownTheme(): 'dark' | 'light' {
  const chosen = chosenTheme()
  if (chosen !== 'system') return chosen
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}

/** Shows a theme and remembers it in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') forget('theme')
  else store('theme', theme)
  show()
}

/** Calls the listener after each change, until the result is called. */
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

/** Another tab chose, or did while this page lay in the browser's memory behind Back. */
function hearOthers(): void {
  if (hears) return
  hears = true
  // Chosen there after the head's script looked, and before this one listens.
  applyStoredTheme()
  addEventListener('storage', show)
  addEventListener('pageshow', show)
}
