import { useSyncExternalStore } from 'react'

/** Whether the window fits a media query. `onServer`: what the server assumes. */
export function useMedia(query: string, onServer: boolean): boolean {
  const subscribe = (tell: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', tell)
    return () => media.removeEventListener('change', tell)
  }
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  )
}
