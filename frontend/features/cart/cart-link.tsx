import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { useChosenQuantities } from './cart.queries.ts'

export function CartLink() {
  const units = [...useChosenQuantities().values()].reduce((sum, quantity) => sum + quantity, 0)
  const label = units === 0 ? 'Carrito, vacío' : units === 1 ? 'Carrito, 1 unidad' : `Carrito, ${units} unidades`
  return (
    <Link
      to="/shoppingCart"
      aria-label={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-text"
    >
      <ShoppingCart className="size-5.5" />
      {units > 0 && (
        <span
          key={units}
          aria-hidden
          className="absolute top-0.5 right-0.5 grid h-5 min-w-5 animate-rise place-items-center rounded-full bg-cyan px-1 font-display text-[0.7rem] leading-none font-bold text-ink tabular-nums"
        >
          {units > 99 ? '99+' : units}
        </span>
      )}
    </Link>
  )
}
