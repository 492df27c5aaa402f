import { Link } from '@tanstack/react-router'
import { buttonLook } from '#frontend/ui/button.tsx'

/** `isNumbered`: its page names no order. */
export function OrderLink({ id, isNumbered = false }: { id: number; isNumbered?: boolean }) {
  return (
    <Link to="/order/$id" params={{ id }} className={buttonLook('outline')}>
      Ver la orden{isNumbered && ` Nº ${id}`}
    </Link>
  )
}
