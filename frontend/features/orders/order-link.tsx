import { ButtonLink } from '#frontend/ui/button.tsx'

/** `isNumbered`: its page names no order. */
export function OrderLink({ id, isNumbered = false }: { id: number; isNumbered?: boolean }) {
  return (
    <ButtonLink to="/order/$id" params={{ id }} look="outline">
      Ver la orden{isNumbered && ` Nº ${id}`}
    </ButtonLink>
  )
}
