import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShippedOrder } from '#frontend/api.ts'
import { hasCode } from '#frontend/api-error.ts'
import { orderQuery } from '#frontend/features/orders/orders.queries.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { Page } from './page.tsx'

type Props = { id: number; here?: string; wide?: boolean; children: (order: ShippedOrder) => ReactNode }

/** Another person's order looks like an absent one. */
export function OrderFrame({ id, here, wide = false, children }: Props) {
  const order = useQuery(orderQuery(id))
  const absent = hasCode(order.error, 'not_found', 'forbidden')
  const toOrder = here && (
    <Link key="order" to="/order/$id" params={{ id }}>
      Orden Nº {id}
    </Link>
  )
  const trail = [
    <Link key="orders" to="/orders">
      Mis compras
    </Link>,
    toOrder,
  ]
  return (
    <Page here={here ?? `Orden Nº ${id}`} trail={trail} wide={wide}>
      {order.isPending && <div role="status" aria-label="Cargando la orden" className="shimmer cut-lg h-96" />}
      {absent && (
        <>
          <PageHeading title="Orden no encontrada" className="sr-only" />
          <Blank
            icon={<SearchX />}
            title="No encontramos esa orden"
            actions={<ButtonLink to="/orders">Ver mis compras</ButtonLink>}
          />
        </>
      )}
      {order.isError && !absent && !order.data && (
        <Failure title="No pudimos cargar la orden" of={order.error} onRetry={order.refetch} />
      )}
      {order.data && children(order.data)}
    </Page>
  )
}
