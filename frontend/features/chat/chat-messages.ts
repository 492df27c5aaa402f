// What was said in the chat since the page was loaded. It stays in this window: nothing is sent anywhere.
import { useSyncExternalStore } from 'react'

const WELCOME =
  '¡Hola! Estamos preparando nuestro propio asistente con inteligencia artificial. ¡Pronto lo vas a conocer!'
const NOTICE = 'Novedades! Proximamente juntos a la IA, podremos resolver cualquier duda que tengas'

let messages: readonly string[] = [WELCOME]
let wasOpened = false
const listeners = new Set<() => void>()

/** Adds a message at the end. */
export function say(text: string): void {
  messages = [...messages, text]
  for (const listener of listeners) listener()
}

/** The first opening posts the notice; later ones say nothing. */
export function noteOpening(): void {
  if (wasOpened) return
  wasOpened = true
  say(NOTICE)
}

/** All messages, oldest first. */
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
