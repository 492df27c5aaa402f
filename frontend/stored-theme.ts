// Applies the browser's chosen theme. Also part of the script in every page's head, before the first paint.

export function applyStoredTheme(): void {
  try {
    applyTheme(localStorage.getItem('theme'))
  } catch {
    // Storage is unavailable: the system's theme holds.
  }
}

/** The system's theme is the default. */
export function applyTheme(stored: string | null): void {
  const chosen = stored === 'light' || stored === 'dark' ? stored : undefined
  if (chosen) document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="color-scheme"]'))
    meta.content = chosen ?? 'light dark'
  // Colours of the browser's own bars: --color-ink of styles.css.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = (chosen ?? (meta.media.includes('light') ? 'light' : 'dark')) === 'light' ? '#f1effb' : '#0a0b10'
}
