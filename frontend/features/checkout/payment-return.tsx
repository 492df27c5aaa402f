// Shared by the pages after the wallet: not signed in, asking the provider, no answer, and the order.
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { LoaderCircle, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderDetail } from '#frontend/api.ts'
import { sessionQuery } from '#frontend/session.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Outcome } from '#frontend/ui/outcome.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { Failure } from '#frontend/ui/refusal.tsx'
import { paymentReturnQuery } from './checkout.queries.ts'
import type { PaymentReturnSearch } from './payment-return-search.ts'

/** `none`: the address names no order. */
type Props = { asked: PaymentReturnSearch; none: ReactNode; children: (order: OrderDetail) => ReactNode }

/** Renders `children` once the provider was asked, and again on each change while the payment is open. */
export function PaymentReturn({ asked: { order, payment_id }, none, children }: Props) {
  const session = useQuery(sessionQuery)
  const payment = useQuery({
    ...paymentReturnQuery(order ?? 0, payment_id),
    enabled: Boolean(order && session.data?.user),
  })
  if (order === undefined) return none
  if (session.data?.user === null) return <AskToSignIn />
  const failed = session.isError ? session : payment
  if (failed.isError) {
    return (
      <>
        <PageHeading title="Pago" className="sr-only" />
        <Failure title="Todavía no pudimos confirmar tu pago" of={failed.error} onRetry={failed.refetch} />
      </>
    )
  }
  return payment.data ? children(payment.data) : <Confirming />
}

function Confirming() {
  return (
    <Outcome tone="muted" icon={<LoaderCircle className="animate-spin" />} title="Confirmando tu pago…">
      <p className="text-muted">Le estamos preguntando al medio de pago. No cierres esta página.</p>
    </Outcome>
  )
}

function AskToSignIn() {
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <Outcome tone="muted" icon={<LogIn />} title="Ingresá para ver tu pago">
      <p className="text-muted">Tu sesión terminó mientras pagabas. No se perdió nada: la orden sigue su curso.</p>
      <ButtonLink to="/login" search={{ redirect: here }}>
        Ingresar
      </ButtonLink>
    </Outcome>
  )
}
