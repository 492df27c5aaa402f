// /payment/failure: back from the provider without having paid.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleX } from 'lucide-react'
import { paymentReturnQuery } from '#frontend/features/checkout/checkout.queries.ts'
import { useUser } from '#frontend/session.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'
import { Page } from './page.tsx'

const route = getRouteApi('/payment/failure')

/** Says that nothing was paid and where to go; the server is told, so that it asks the provider about the order at once. */
export function PaymentFailureScreen() {
  const { order, payment_id } = route.useSearch()
  const user = useUser()
  useQuery({ ...paymentReturnQuery(order ?? 0, payment_id), enabled: Boolean(user) && order !== undefined })
  return (
    <Page here="Pago" wide={false}>
      <Outcome tone="bad" icon={<CircleX aria-hidden />} title="El Pago no pudo realizarse">
        <p className="text-muted">
          {order === undefined
            ? 'Si intentaste pagar una compra, la encuentras con su estado en Mis compras.'
            : 'No se te cobró nada y tu carrito sigue como estaba.'}
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Link to="/shoppingCart" className={buttonLook()}>
            Volver al carrito
          </Link>
          <Link to="/home" className={buttonLook('outline')}>
            Ver productos
          </Link>
          {user && order !== undefined && (
            <Link to="/order/$id" params={{ id: order }} className={buttonLook('outline')}>
              Ver la orden Nº {order}
            </Link>
          )}
        </div>
      </Outcome>
    </Page>
  )
}
