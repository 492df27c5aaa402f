// /payment/success: back from the provider. What really happened, the server says.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleCheck, Clock, LoaderCircle, LogIn, ReceiptText } from 'lucide-react'
import { messageOf } from '#frontend/api-error.ts'
import { paymentReturnQuery } from '#frontend/features/checkout/checkout.queries.ts'
import { PaidCountdown } from '#frontend/features/checkout/paid-countdown.tsx'
import { sessionQuery } from '#frontend/session.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Failure } from '#frontend/ui/failure.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'
import { Page } from './page.tsx'

const route = getRouteApi('/payment/success')

/** Confirming, paid, still pending, not paid, nothing to confirm, or not signed in: each says so in its own words. */
export function PaymentSuccessScreen() {
  const { order, payment_id } = route.useSearch()
  const session = useQuery(sessionQuery)
  return (
    <Page here="Pago" wide={false}>
      {session.isPending && <Confirming />}
      {session.data?.user === null && order !== undefined && <AskToSignIn />}
      {session.data?.user && order !== undefined && <PaymentOf order={order} paymentId={payment_id} />}
      {session.data && order === undefined && (
        <Outcome tone="muted" icon={<ReceiptText aria-hidden />} title="No hay ningún pago para confirmar">
          <Link to="/orders" className={buttonLook()}>
            Ver mis compras
          </Link>
        </Outcome>
      )}
    </Page>
  )
}

function PaymentOf({ order, paymentId }: { order: number; paymentId: string | undefined }) {
  const payment = useQuery(paymentReturnQuery(order, paymentId))
  const navigate = route.useNavigate()
  const toOrder = (
    <Link to="/order/$id" params={{ id: order }} className={buttonLook('outline')}>
      Ver la orden Nº {order}
    </Link>
  )
  if (payment.isPending) return <Confirming />
  if (payment.isError) {
    return (
      <Failure
        title="Todavía no pudimos confirmar tu pago"
        detail={messageOf(payment.error)}
        onRetry={payment.refetch}
      />
    )
  }
  if (payment.data.state === 'paid') {
    const goOn = () =>
      void navigate({ to: '/order/$id/checkout/confirmation/success', params: { id: order }, replace: true })
    return (
      <Outcome tone="ok" icon={<CircleCheck aria-hidden />} title="Pago realizado correctamente">
        <PaidCountdown order={payment.data} onEnd={goOn} />
      </Outcome>
    )
  }
  if (payment.data.state === 'placed') {
    return (
      <Outcome tone="warn" icon={<Clock aria-hidden />} title="Tu pago está pendiente">
        <p className="text-muted">
          El medio de pago todavía no lo confirmó. Esta página se actualiza sola, y si te vas lo seguimos nosotros.
        </p>
        {toOrder}
      </Outcome>
    )
  }
  return (
    <Outcome tone="bad" icon={<ReceiptText aria-hidden />} title="El pago no se completó">
      {toOrder}
    </Outcome>
  )
}

function Confirming() {
  return (
    <Outcome tone="muted" icon={<LoaderCircle className="animate-spin" aria-hidden />} title="Confirmando tu pago…">
      <p className="text-muted">Le estamos preguntando al medio de pago. No cierres esta página.</p>
    </Outcome>
  )
}

function AskToSignIn() {
  const here = route.useSearch()
  const query = new URLSearchParams(Object.entries(here).map(([name, value]) => [name, String(value)]))
  return (
    <Outcome tone="muted" icon={<LogIn aria-hidden />} title="Ingresa para ver tu pago">
      <p className="text-muted">Tu sesión terminó mientras pagabas. No se perdió nada: la orden sigue su curso.</p>
      <Link to="/login" search={{ redirect: `/payment/success?${query}` }} className={buttonLook()}>
        Ingresar
      </Link>
    </Outcome>
  )
}
