import { Link } from '@tanstack/react-router'
import { House, LayoutDashboard } from 'lucide-react'
import { type Authority, isStaff } from '#backend/domain/user/roles.limits.ts'
import { UserButton } from '#frontend/features/account/user-button.tsx'
import { CartLink } from '#frontend/features/cart/cart-link.tsx'
import { WithdrawalLink } from '#frontend/features/orders/withdrawal-link.tsx'
import { useUser } from '#frontend/session.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Wordmark } from './wordmark.tsx'

/** `panelUnlessAdmin`: admins can't see that screen; other staff return from it to the panel. */
export type BarItem = 'panel' | 'panelUnlessAdmin' | 'home' | 'cart' | 'menu'

export function TopBar({ items }: { items: readonly BarItem[] }) {
  const user = useUser()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ink/80 backdrop-blur-lg">
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-2 px-4 sm:px-6">
        <span className="mr-auto">
          <Wordmark />
        </span>
        <WithdrawalLink className="-ml-1.5 text-xs leading-tight max-sm:max-w-22 max-[374px]:hidden sm:text-sm" />
        <nav aria-label="Principal" className="flex items-center gap-1.5">
          {user && leadsToPanel(user, items) && (
            <ButtonLink to="/controlPanel" look="outline" className="max-sm:px-3">
              <LayoutDashboard className="size-5" />
              <span className="max-sm:sr-only">Panel de Control</span>
            </ButtonLink>
          )}
          {items.includes('home') && (
            <Link
              to="/home"
              aria-label="Inicio"
              className="grid size-11 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-text"
            >
              <House className="size-5.5" />
            </Link>
          )}
          {items.includes('cart') && <CartLink />}
          {items.includes('menu') && <UserButton />}
        </nav>
      </div>
      <div className="beam h-px opacity-50" />
    </header>
  )
}

function leadsToPanel(user: Authority, items: readonly BarItem[]): boolean {
  return isStaff(user) && (items.includes('panel') || (items.includes('panelUnlessAdmin') && !user.isAdmin))
}
