// Frame of all pages about one order: loading, errors, and the order.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShippedOrder } from '#frontend/api.ts'
import { hasCode, messageOf } from '#frontend/api-error.ts'
import { orderQuery } from '#frontend/features/orders/orders.queries.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Page } from './page.tsx'

type Props = { id: number; here?: string; wide?: boolean; children: (order: ShippedOrder) => ReactNode }

/** Another person's order looks like an absent one. */
export function OrderFrame({ id, here, wide = false, children }: Props) {
  const order = useQuery(orderQuery(id))
  const absent = hasCode(order.error, 'not_found', 'forbidden')
  const trail = [
    <Link key="orders" to="/orders" className="whitespace-nowrap">
      Mis compras
    </Link>,
    ...(here
      ? [
          <Link key="order" to="/order/$id" params={{ id }} className="whitespace-nowrap">
            Orden Nº {id}
          </Link>,
        ]
      : []),
  ]
  return (
    <Page here={here ?? `Orden Nº ${id}`} trail={trail} wide={wide}>
      {order.isPending && <div role="status" aria-label="Cargando la orden" className="shimmer cut-lg h-96" />}
      {absent && (
        <>
          <PageHeading title="Orden no encontrada" className="sr-only" />
          <Blank
            icon={<SearchX aria-hidden />}
            title="No encontramos esa orden"
            actions={
              <Link to="/orders" className={buttonLook()}>
                Ver mis compras
              </Link>
            }
          />
        </>
      )}
      {order.isError && !absent && !order.data && (
        <Failure title="No pudimos cargar la orden" detail={messageOf(order.error)} onRetry={order.refetch} />
      )}
      {order.data && children(order.data)}
    </Page>
  )
}
