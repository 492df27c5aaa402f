// The theme that this browser chose, put on the page. It also stands as a script in the head of every page, before anything is drawn.

/** Without a choice the system's theme holds. Must not need anything from outside itself: the head has nothing but this function. */
export function applyStoredTheme(): void {
  let stored: string | null = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // A browser that keeps nothing shows the system's theme.
  }
  const chosen = stored === 'light' || stored === 'dark' ? stored : undefined
  if (chosen) document.documentElement.dataset.theme = chosen
  else delete document.documentElement.dataset.theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="color-scheme"]'))
    meta.content = chosen ?? 'light dark'
  // The colours of the window around the page: --color-ink of styles.css.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = (chosen ?? (meta.media.includes('light') ? 'light' : 'dark')) === 'light' ? '#f1effb' : '#0a0b10'
}
