import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Order } from '#frontend/api.ts'
import { OrderList } from '#frontend/features/orders/order-list.tsx'
import { OrderStateBadge } from '#frontend/features/orders/order-state.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'

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

const SHOWN = 3

function OrderCard({ order }: { order: Order }) {
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <article className="cut-lg relative grid gap-4 border border-line bg-surface p-5 transition hover:border-violet hover:bg-raised has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-3 has-[a:focus-visible]:outline-cyan sm:grid-cols-[1fr_auto_auto] sm:items-center sm:gap-5 sm:p-6 lg:gap-8">
      <div>
        <h2 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
          <Link
            to="/order/$id"
            params={{ id: order.id }}
            className="outline-none after:absolute after:inset-0 after:content-['']"
          >
            Orden Nº {order.id}
          </Link>
          <OrderStateBadge order={order} />
        </h2>
        <p className="mt-1.5 text-sm text-muted">
          <time dateTime={order.placedAt}>{formatDay(order.placedAt)}</time> ·{' '}
          {units === 1 ? '1 unidad' : `${units} unidades`}
        </p>
      </div>
      <Pictures lines={order.lines} />
      <div className="flex items-center justify-between gap-3 sm:min-w-44 sm:justify-end">
        <Price amount={order.total} className="text-xl" />
        <ChevronRight className="size-5 text-muted" />
      </div>
    </article>
  )
}

function Pictures({ lines }: Pick<Order, 'lines'>) {
  return (
    <div className="flex gap-2" aria-hidden>
      {lines.slice(0, SHOWN).map((line) => (
        <ProductPicture key={line.id} src={line.imageUrl} sizes="56px" className="cut w-14 border border-line" />
      ))}
      {lines.length > SHOWN && (
        <span className="cut grid size-14 place-items-center border border-line bg-raised text-sm text-muted">
          +{lines.length - SHOWN}
        </span>
      )}
    </div>
  )
}
