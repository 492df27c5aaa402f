import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactElement, useRef, useState } from 'react'
import { LandingLinks } from './landing-links.tsx'

const entry = 'flex min-h-14 items-center border-b border-line font-display text-2xl font-semibold'

/** Opens immediately, since its press loaded it. */
export default function LandingMenu({ trigger }: { trigger: ReactElement }) {
  const [open, setOpen] = useState(true)
  const toCategories = useRef(false)
  const close = () => setOpen(false)
  const closeTowardsCategories = () => {
    toCategories.current = true
    close()
  }
  // Moves the focus to the link's target; the menu would return it to its button and scroll up.
  const settle = (event: Event) => {
    if (!toCategories.current) return
    toCategories.current = false
    event.preventDefault()
    document.getElementById('categorias')?.scrollIntoView()
  }
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil data-[state=closed]:animate-fade-out" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={settle}
          className="fixed inset-y-0 right-0 z-50 w-[min(20rem,85vw)] animate-slide border-l border-line bg-surface p-6 data-[state=closed]:animate-slide-out"
        >
          <MenuTop />
          <nav aria-label="Menú" className="mt-6">
            <LandingLinks look={entry} onCategories={closeTowardsCategories} onOther={close} />
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function MenuTop() {
  return (
    <div className="flex items-center justify-between">
      <Dialog.Title className="text-sm font-medium text-muted">Menú</Dialog.Title>
      <Dialog.Close aria-label="Cerrar menú" className="grid size-11 place-items-center rounded-lg">
        <X className="size-6" />
      </Dialog.Close>
    </div>
  )
}
