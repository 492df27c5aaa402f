import { useSyncExternalStore } from 'react'

/** False while the server renders and until its page is hydrated. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
