// /orders: the caller's own orders.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { messageOf } from '#frontend/api-error.ts'
import { OrderCard } from '#frontend/features/orders/order-card.tsx'
import { ordersQuery } from '#frontend/features/orders/orders.queries.ts'
import { Page } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

/** Newest first, each leading to its own page. */
export function OrdersScreen() {
  const user = useUser()
  const orders = useQuery({ ...ordersQuery(user?.id ?? 0), enabled: Boolean(user) })
  return (
    <Page here="Mis compras" wide={false}>
      <PageHeading title="Mis compras" />
      <div className="mt-8">
        {orders.isError && (
          <Failure title="No pudimos cargar tus compras" detail={messageOf(orders.error)} onRetry={orders.refetch} />
        )}
        {orders.isPending && <div role="status" aria-label="Cargando tus compras" className="shimmer cut-lg h-72" />}
        {orders.data?.length === 0 && (
          <Blank
            icon={<ReceiptText aria-hidden />}
            title="No hay compras"
            actions={
              <Link to="/home" className={buttonLook()}>
                Ver productos
              </Link>
            }
          >
            Cuando compres algo, verás aquí su estado y su detalle.
          </Blank>
        )}
        <ul className="flex flex-col gap-4">
          {orders.data?.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      </div>
    </Page>
  )
}
