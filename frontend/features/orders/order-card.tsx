import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Order } from '#frontend/api.ts'
import { formatDay } from '#frontend/ui/figures/moment.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'
import { OrderStateBadge } from './order-state.tsx'

const SHOWN = 3

export function OrderCard({ order }: { order: Order }) {
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
        <ProductPicture
          key={line.id}
          src={line.imageUrl}
          name={line.name}
          sizes="56px"
          decorative
          className="cut w-14 border border-line"
        />
      ))}
      {lines.length > SHOWN && (
        <span className="cut grid size-14 place-items-center border border-line bg-raised text-sm text-muted">
          +{lines.length - SHOWN}
        </span>
      )}
    </div>
  )
}
