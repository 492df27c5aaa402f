import { Menu } from 'lucide-react'
import type { ComponentProps } from 'react'
import { lazyMenu } from '#frontend/ui/lazy-menu.tsx'
import { LandingLinks } from './landing-links.tsx'
import { Wordmark } from './wordmark.tsx'

const PhoneMenu = lazyMenu('dialog', MenuButton, () => import('./landing-menu.tsx'))
const row = 'inline-flex min-h-11 items-center font-medium text-text/85 hover:text-text'

export function LandingHeader() {
  return (
    <header className="absolute inset-x-0 top-0 z-10">
      <div className="mx-auto flex h-20 max-w-7xl items-center justify-between px-4 sm:px-6">
        <Wordmark />
        <nav aria-label="Principal" className="hidden gap-9 sm:flex">
          <LandingLinks look={row} />
        </nav>
        <PhoneMenu />
      </div>
    </header>
  )
}

function MenuButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Abrir menú"
      className="grid size-11 place-items-center rounded-lg sm:hidden"
      {...props}
    >
      <Menu className="size-6" />
    </button>
  )
}
