// The landing's header: a row of links, or a phone menu that is loaded on the first sign of interest.
import { Menu } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { LandingLinks } from './landing-links.tsx'
import { Wordmark } from './wordmark.tsx'

const loadMenu = () => import('./landing-menu.tsx')
const LandingMenu = lazy(loadMenu)
// Opening the menu retries and shows the failure.
const prepare = () => void loadMenu().catch(() => undefined)
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

function PhoneMenu() {
  const [isWanted, setIsWanted] = useState(false)
  const closed = (
    <MenuButton
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <LandingMenu trigger={<MenuButton />} />
    </Suspense>
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
      <Menu className="size-6" aria-hidden />
    </button>
  )
}
