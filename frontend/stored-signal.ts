// Tells who follows something in the browser's storage that it changed, in this tab or in another one.

/** `subscribe` as useSyncExternalStore wants it; `announce` after each change of this tab, of which the browser tells only the others. */
export function storedSignal(): { announce: () => void; subscribe: (listener: () => void) => () => void } {
  const listeners = new Set<() => void>()
  return {
    announce: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}
