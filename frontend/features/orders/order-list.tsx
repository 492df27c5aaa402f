// The user's orders in each of their states: loading, shown, none yet, failed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#frontend/api.ts'
import { messageOf } from '#frontend/api-error.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { ordersQuery } from './orders.queries.ts'

/** Newest first, each shown by `children`; while `userId` is not known yet, as while loading. */
export function OrderList({
  userId,
  className,
  children,
}: {
  userId: number | undefined
  className: string
  children: (order: Order) => ReactNode
}) {
  const orders = useQuery({ ...ordersQuery(userId ?? 0), enabled: userId !== undefined })
  return (
    <>
      {orders.isError && (
        <Failure title="No pudimos cargar tus compras" detail={messageOf(orders.error)} onRetry={orders.refetch} />
      )}
      {orders.isPending && <div role="status" aria-label="Cargando tus compras" className="shimmer cut-lg h-64" />}
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
          Cuando compres algo, vas a ver acá su estado y su detalle.
        </Blank>
      )}
      <ul className={`flex flex-col ${className}`}>
        {orders.data?.map((order) => (
          <li key={order.id}>{children(order)}</li>
        ))}
      </ul>
    </>
  )
}
