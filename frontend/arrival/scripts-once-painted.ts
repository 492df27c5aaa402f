// When a page that the server rendered asks for its scripts.

/**
 * Puts into the page the scripts that stand aside in it (page-template.ts), once it is painted: it can be read without them, and what is read waits
 * for none. A tab that nobody looks at is not painted, and asks at once. It stands as a script in the head of every page: must not need
 * anything from outside itself.
 */
export function askForScriptsOncePainted(): void {
  const ask = () => {
    for (const aside of document.querySelectorAll<HTMLTemplateElement>('template[data-scripts]')) {
      document.head.append(document.importNode(aside.content, true))
      aside.remove()
    }
  }
  if (document.visibilityState === 'visible') {
    new PerformanceObserver(ask).observe({ type: 'paint', buffered: true })
    // Whatever keeps it from being painted must not keep it from working.
    setTimeout(ask, 2000)
  } else addEventListener('DOMContentLoaded', ask)
}
