// The landing's own header: links in a row, or behind a button on a phone.
import { Link } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { Wordmark } from './wordmark.tsx'

const row = 'inline-flex min-h-11 items-center font-medium text-text/85 hover:text-text'
const entry = 'flex min-h-14 items-center border-b border-line font-display text-2xl font-semibold'

/** Categorias, Productos, Ingresar. */
export function LandingHeader() {
  return (
    <header className="absolute inset-x-0 top-0 z-10">
      <div className="mx-auto flex h-20 max-w-7xl items-center justify-between px-4 sm:px-8">
        <Wordmark />
        <nav aria-label="Principal" className="hidden gap-9 sm:flex">
          <Links look={row} />
        </nav>
        <PhoneMenu />
      </div>
    </header>
  )
}

type LinksProps = { look: string; onCategories?: () => void; onOther?: () => void }

function Links({ look, onCategories, onOther }: LinksProps) {
  return (
    <>
      <Link to="/" hash="categorias" onClick={onCategories} className={look}>
        Categorias
      </Link>
      <Link to="/home" onClick={onOther} className={look}>
        Productos
      </Link>
      <Link to="/login" onClick={onOther} className={look}>
        Ingresar
      </Link>
    </>
  )
}

function PhoneMenu() {
  const [open, setOpen] = useState(false)
  const toCategories = useRef(false)
  const close = () => setOpen(false)
  const closeTowardsCategories = () => {
    toCategories.current = true
    close()
  }
  // The menu gives the focus back to its button, which would scroll up again: here it goes where the link leads.
  const settle = (event: Event) => {
    if (!toCategories.current) return
    toCategories.current = false
    event.preventDefault()
    document.getElementById('categorias')?.scrollIntoView()
  }
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Abrir menú" className="grid size-11 place-items-center rounded-lg sm:hidden">
        <Menu className="size-6" aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-veil data-[state=closed]:animate-fade-out" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={settle}
          className="fixed inset-y-0 right-0 z-50 w-[min(20rem,85vw)] animate-slide border-l border-line bg-surface p-6 data-[state=closed]:animate-slide-out"
        >
          <MenuTop />
          <nav aria-label="Menú" className="mt-6">
            <Links look={entry} onCategories={closeTowardsCategories} onOther={close} />
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
        <X className="size-6" aria-hidden />
      </Dialog.Close>
    </div>
  )
}
