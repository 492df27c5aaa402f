/**
 * Asks for the page's first script, and for the preloads that page-template.ts put aside. A rendered page is readable
 * without scripts, so both wait for its first paint; other pages and hidden tabs ask at once.
 */
export function askForScriptsOncePainted(entry: string): void {
  const script = document.createElement('script')
  const ask = () => {
    if (script.isConnected) return
    // Preloads alone: markup that came from elsewhere must not become a script here.
    for (const aside of document.querySelectorAll<HTMLTemplateElement>('template[data-scripts]'))
      document.head.append(...aside.content.querySelectorAll('link[rel="modulepreload"]'))
    document.head.append(script)
  }
  Object.assign(script, { type: 'module', crossOrigin: '', src: entry })
  addEventListener('DOMContentLoaded', () => {
    if (document.visibilityState !== 'visible' || !document.querySelector('template[data-scripts]')) return ask()
    script.fetchPriority = 'low'
    new PerformanceObserver(ask).observe({ type: 'paint', buffered: true })
    // The page must work even if the paint is never reported.
    setTimeout(ask, 2000)
  })
}
