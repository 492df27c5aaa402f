// The chat since the page was loaded. Messages stay in this window.
import { useSyncExternalStore } from 'react'

const WELCOME =
  '¡Hola! Estamos preparando nuestro propio asistente con inteligencia artificial. ¡Pronto lo vas a conocer!'
const NOTICE = 'Novedades! Proximamente juntos a la IA, podremos resolver cualquier duda que tengas'

let messages: readonly string[] = [WELCOME]
let wasOpened = false
const listeners = new Set<() => void>()

export function say(text: string): void {
  messages = [...messages, text]
  for (const listener of listeners) listener()
}

export function noteOpening(): void {
  if (wasOpened) return
  wasOpened = true
  say(NOTICE)
}

export function useMessages(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => messages,
    () => messages,
  )
}
