// The foot of every page of the shop.
import { Link } from '@tanstack/react-router'

/** Brand, a line about the shop, and the ways on that exist. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-surface/60">
      <div className="mx-auto flex max-w-7xl flex-col gap-6 px-4 py-10 text-sm text-muted sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <p className="flex items-center gap-3">
          <img src="/img/logo-mark.svg" alt="" width={28} height={28} className="size-7" />
          GamerTech · Hardware y gaming, con stock real.
        </p>
        <nav aria-label="Pie de página" className="flex flex-wrap gap-x-6 gap-y-2 [&_a]:py-2 [&_a]:hover:text-text">
          <Link to="/home">Productos</Link>
          <Link to="/orders">Mis compras</Link>
        </nav>
      </div>
    </footer>
  )
}
