// The section Inicio: pending work, then the shop's figures. Each role sees the parts that it may read.
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#frontend/api-error.ts'
import { orderStates } from '#frontend/features/orders/order-state.tsx'
import { Exceptions } from '#frontend/features/panel/home/exceptions.tsx'
import { listExceptions } from '#frontend/features/panel/home/list-exceptions.ts'
import { OrdersByState } from '#frontend/features/panel/home/order-states.tsx'
import {
  accountsOverviewQuery,
  productsOverviewQuery,
  reviewsOverviewQuery,
  salesOverviewQuery,
} from '#frontend/features/panel/home/overview.queries.ts'
import { BestSellers, StockToReorder } from '#frontend/features/panel/home/products.tsx'
import { ReviewsToRead } from '#frontend/features/panel/home/reviews.tsx'
import { SalesByDay, SalesPeriods } from '#frontend/features/panel/home/sales.tsx'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { operationsQuery } from '#frontend/features/panel/operations/operations.queries.ts'
import { Overview } from '#frontend/features/panel/operations/overview.tsx'
import { useMay } from '#frontend/session.ts'

/** Milliseconds between refreshes of the machinery's status line. */
const machineryEvery = 10_000
const part = 'cut-lg h-56'

export default function HomeSection() {
  const may = useMay()
  const sales = useQuery({ ...salesOverviewQuery, enabled: may('orders:read') })
  const products = useQuery({ ...productsOverviewQuery, enabled: may('catalogue:read') })
  const reviews = useQuery({ ...reviewsOverviewQuery, enabled: may('reviews:read') })
  const accounts = useQuery({ ...accountsOverviewQuery, enabled: may('accounts:read') })
  const operations = useQuery({
    ...operationsQuery,
    enabled: may('operations:read'),
    refetchInterval: machineryEvery,
  })
  const asked = [sales, products, accounts, operations]
  const now = Math.max(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt))
  const known = { sales: sales.data, products: products.data, accounts: accounts.data, operations: operations.data }
  // Only these two lack their own error message; the parts below have one.
  const failed = [accounts, operations].flatMap(({ error }) => (error ? [messageOf(error)] : []))
  return (
    <div className="grid gap-5">
      <Exceptions
        exceptions={listExceptions(known, may, now)}
        isLoading={asked.some(({ isLoading }) => isLoading)}
        failed={[...new Set(failed)]}
        calm="Nada pide atención ahora."
      />
      {may('operations:read') && !may('orders:read') && operations.data && <Overview status={operations.data} />}
      {may('orders:read') && (
        <Loaded query={sales} what="las ventas" look={part}>
          {({ days, states }) => (
            <>
              <SalesPeriods days={days} />
              <div className="grid gap-5 lg:grid-cols-3">
                <SalesByDay days={days} />
                <OrdersByState states={states} nameOf={(state) => orderStates[state].name} />
              </div>
            </>
          )}
        </Loaded>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-3">
        {may('catalogue:read') && (
          <Loaded query={products} what="los productos" look={part}>
            {({ bestSellers, reorder }) => (
              <>
                <BestSellers sellers={bestSellers} />
                <StockToReorder products={reorder} />
              </>
            )}
          </Loaded>
        )}
        {may('reviews:read') && (
          <Loaded query={reviews} what="las reseñas" look={part}>
            {(data) => <ReviewsToRead reviews={data} />}
          </Loaded>
        )}
      </div>
    </div>
  )
}
