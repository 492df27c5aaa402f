// Signals changes of a stored value, from this tab or another one.

/**
 * `subscribe` fits useSyncExternalStore. Call `announce` after each change in this tab, since the browser notifies
 * only other tabs.
 */
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
