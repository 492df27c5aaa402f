// The chat widget. It is loaded with its screen, so using it needs no network.
import { ChevronDown, Send } from 'lucide-react'
import { type FormEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { inputLook } from '#frontend/ui/form/field.tsx'

const maxCharacters = 500

type Props = {
  /** Leaves room for controls at the bottom of the screen. */
  raised?: boolean | 'on a phone'
}

/** Escape and the header close the panel; the focus moves in and back. */
export function ChatWidget({ raised = false }: Props) {
  const [isOpen, setOpen] = useState<boolean>()
  const open = () => {
    noteOpening()
    setOpen(true)
  }
  const height = `${raised ? 'bottom-20' : 'bottom-4'} ${raised === true ? 'sm:bottom-24' : 'sm:bottom-6'}`
  const place = `fixed right-4 z-20 sm:right-6 ${height}`
  if (isOpen) return <ChatPanel place={place} onClose={() => setOpen(false)} />
  return (
    <button
      type="button"
      aria-label="Abrir el chat"
      data-chat
      onClick={open}
      {...{ autoFocus: isOpen === false }}
      className={`${place} size-14 rounded-full shadow-lift transition hover:scale-105 hover:shadow-glow`}
    >
      <img src="/img/chat.svg" alt="" width={56} height={56} fetchPriority="low" className="size-14 rounded-full" />
    </button>
  )
}

function ChatPanel({ place, onClose }: { place: string; onClose: () => void }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, wherever in it the focus is
    <section
      role="dialog"
      aria-label="Chat de GamerTech"
      data-chat
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className={`${place} flex h-[min(30rem,calc(100dvh-7rem))] w-[calc(100vw-2rem)] max-w-sm animate-rise flex-col overflow-hidden rounded-2xl border border-violet/50 bg-surface shadow-lift`}
    >
      <button
        type="button"
        aria-label="Cerrar el chat"
        onClick={onClose}
        className="flex items-center gap-3 border-b border-line bg-raised px-4 py-3 text-left transition hover:bg-hover focus-visible:-outline-offset-2"
      >
        <img src="/img/chat.svg" alt="" width={36} height={36} className="size-9" />
        <span className="grow">
          <span className="block font-display leading-tight font-semibold">Asistente de GamerTech</span>
          <span className="block text-xs text-muted">Próximamente</span>
        </span>
        <ChevronDown className="size-5 text-muted" />
      </button>
      <Messages />
      <MessageForm />
    </section>
  )
}

function Messages() {
  const messages = useMessages()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls down
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [messages])
  return (
    // Modern browsers make scroll containers focusable without tabIndex.
    <div ref={list} role="log" aria-label="Mensajes" className="grow overflow-y-auto overscroll-contain">
      <ol className="flex min-h-full flex-col justify-end gap-3 p-4">
        {messages.map((text, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only ever added at the end
            key={index}
            className={`max-w-[85%] px-3.5 py-2.5 text-sm leading-relaxed whitespace-pre-line ${
              index % 2 === 0
                ? 'self-start rounded-2xl rounded-bl-sm bg-hover'
                : 'self-end rounded-2xl rounded-br-sm bg-violet-deep text-white'
            }`}
          >
            {text}
          </li>
        ))}
      </ol>
    </div>
  )
}

function MessageForm() {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    input.current?.focus()
    if (text.trim() === '') return
    say(text.trim())
    setText('')
  }
  return (
    <form onSubmit={send} className="border-t border-line p-3">
      <div className="flex gap-2">
        <input
          ref={input}
          {...{ autoFocus: true }}
          aria-label="Mensaje"
          aria-describedby="chat-note"
          placeholder="Escribí un mensaje…"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={maxCharacters}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={inputLook}
        />
        <button
          type="submit"
          aria-label="Enviar"
          className="cut grid w-12 shrink-0 place-items-center bg-violet-deep text-white transition hover:bg-violet-lit"
        >
          <Send className="size-5" />
        </button>
      </div>
      <p id="chat-note" className="mt-2 text-xs text-muted">
        Por ahora nadie responde: lo que escribas queda en esta pantalla.
      </p>
    </form>
  )
}

const WELCOME =
  '¡Hola! Estamos preparando nuestro propio asistente con inteligencia artificial. ¡Pronto lo vas a conocer!'
const NOTICE = 'Novedades! Proximamente juntos a la IA, podremos resolver cualquier duda que tengas'

let messages: readonly string[] = [WELCOME]
const listeners = new Set<() => void>()

function say(text: string): void {
  messages = [...messages, text]
  for (const listener of listeners) listener()
}

function noteOpening(): void {
  if (!messages.includes(NOTICE)) say(NOTICE)
}

function useMessages(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => messages,
    () => messages,
  )
}
