import { Link } from '@tanstack/react-router'
import { OrderCard } from '#frontend/features/orders/order-card.tsx'
import { OrderList } from '#frontend/features/orders/order-list.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

export default function OrdersScreen() {
  const user = useUser()
  return (
    <Page here="Mis compras" wide={false}>
      <PageHeading title="Mis compras" />
      <div className="mt-8">
        <OrderList userId={user?.id} className="gap-4">
          {(order) => <OrderCard order={order} />}
        </OrderList>
      </div>
      <p className="mt-10 text-sm text-muted">
        ¿Te arrepentiste de una compra? Usá el{' '}
        <Link to="/arrepentimiento" className="text-cyan underline underline-offset-4">
          Botón de arrepentimiento
        </Link>
        .
      </p>
    </Page>
  )
}
