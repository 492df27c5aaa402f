// The command menu: Ctrl K or ⌘ K opens it, / focuses the open list's search.
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { longestSearch } from '#backend/domain/views/panel-lists.limits.ts'
import { usePanelAddress } from '#frontend/features/panel/use-panel-address.ts'
import { useMay } from '#frontend/session.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { inputLook } from '#frontend/ui/form/field.tsx'
import { commandsFor, type PanelCommand } from './panel-commands.ts'

type Props = { sections: readonly { tab: string; title: string }[] }

/** Ignores shortcuts while somebody types. */
function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

export function CommandMenu({ sections }: Props) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (isTyping(event) || event.altKey) return
      const isMenu = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      const search = event.key === '/' && document.querySelector<HTMLElement>('main input[type=search]')
      if (!isMenu && !search) return
      event.preventDefault()
      if (isMenu) setOpen(true)
      else if (search) search.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-keyshortcuts="Control+K Meta+K" className={buttonLook('outline', 'max-sm:px-3')}>
        <Search className="size-5" />
        Ir a…
        <kbd aria-hidden className="rounded border border-line px-1.5 text-xs text-muted max-sm:hidden">
          Ctrl K
        </kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil backdrop-blur-sm" />
        <Dialog.Content
          aria-describedby={undefined}
          className="cut-lg fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-fade border border-violet/40 bg-raised p-4 shadow-lift"
        >
          <Dialog.Title className="sr-only">Ir a una parte del panel</Dialog.Title>
          <Commands sections={sections} onDone={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const field = {
  'aria-label': 'Qué buscás',
  autoComplete: 'off',
  placeholder: 'producto 12, orden 34, cliente 5 o un texto',
  maxLength: longestSearch,
  className: inputLook,
} as const

function Commands({ sections, onDone }: Props & { onDone: () => void }) {
  const { open } = usePanelAddress()
  const may = useMay()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const commands = commandsFor(typed, sections, may)
  const run = (index: number) => {
    const command = commands[index]
    if (!command) return
    onDone()
    open(command.to)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') run(at)
    else if (step && commands.length > 0) setAt((at + step + commands.length) % commands.length)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        {...field}
        role="combobox"
        aria-expanded={commands.length > 0}
        aria-controls={commands.length > 0 ? id : undefined}
        aria-activedescendant={commands[at] && `${id}-${at}`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <Options id={id} commands={commands} at={at} onPoint={setAt} onRun={run} onKey={onKey} />
    </>
  )
}

type OptionsProps = {
  id: string
  commands: readonly PanelCommand[]
  at: number
  onPoint: (index: number) => void
  onRun: (index: number) => void
  onKey: (event: KeyboardEvent) => void
}

function Options({ id, commands, at, onPoint, onRun, onKey }: OptionsProps) {
  if (commands.length === 0)
    return (
      <p role="status" className="mt-3 px-3 py-2 text-muted">
        Nada de tu rol coincide.
      </p>
    )
  return (
    <div id={id} role="listbox" aria-label="Adónde ir" className="mt-3 max-h-[50dvh] overflow-y-auto">
      {commands.map(({ name }, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => onRun(index)}
          onKeyDown={onKey}
          onPointerMove={() => onPoint(index)}
          className="flex min-h-11 cursor-pointer items-center rounded-lg px-3 aria-selected:bg-hover"
        >
          {name}
        </div>
      ))}
    </div>
  )
}
