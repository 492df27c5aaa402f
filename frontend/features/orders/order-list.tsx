import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '#frontend/api.ts'
import { Blank } from '#frontend/ui/blank.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { ordersQuery } from './orders.queries.ts'

type Props = { userId: number | undefined; className: string; children: (order: Order) => ReactNode }

export function OrderList({ userId, className, children }: Props) {
  const orders = useInfiniteQuery({ ...ordersQuery(userId ?? 0), enabled: userId !== undefined })
  const known = orders.data && unique(orders.data.pages.flatMap((page) => page.orders))
  return (
    <>
      {orders.isError && !orders.isFetchNextPageError && (
        <Failure title="No pudimos cargar tus compras" of={orders.error} onRetry={orders.refetch} />
      )}
      {orders.isPending && <div role="status" aria-label="Cargando tus compras" className="shimmer cut-lg h-64" />}
      {known?.length === 0 && (
        <Blank
          icon={<ReceiptText />}
          title="No hay compras"
          actions={<ButtonLink to="/home">Ver productos</ButtonLink>}
        >
          Cuando compres algo, vas a ver acá su estado y su detalle.
        </Blank>
      )}
      <ul className={`flex flex-col ${className}`}>
        {known?.map((order) => (
          <li key={order.id}>{children(order)}</li>
        ))}
      </ul>
      <Further orders={orders} />
    </>
  )
}

function Further({ orders }: { orders: UseInfiniteQueryResult }) {
  const { error, isError, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage } = orders
  const more = () => void fetchNextPage()
  if (isFetchNextPageError) return <Failure title="No pudimos cargar más compras" of={error} onRetry={more} />
  if (!hasNextPage || isError) return null
  return (
    <Button look="outline" className="mt-6" busy={isFetchingNextPage} onClick={more}>
      Ver más compras
    </Button>
  )
}

/** A new order between two page loads shifts others to the next page, so they come twice. */
function unique(orders: readonly Order[]): Order[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}
