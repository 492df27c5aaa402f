import { Link } from '@tanstack/react-router'
import { guaranteeIn } from '#backend/domain/order/guarantee.limits.ts'
import { invoiceText } from '#backend/domain/order/invoice.limits.ts'
import type { OrderDetail } from '#frontend/api.ts'
import { formatPrice, totalOf, withShipping } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { NetPrice } from '#frontend/ui/figures/price-block.tsx'
import { ProductPicture } from '#frontend/ui/picture/product-picture.tsx'

export function OrderLines({ order }: { order: OrderDetail }) {
  return (
    <section aria-labelledby="lines" className="cut-lg overflow-hidden border border-line bg-surface">
      <h2 id="lines" className="px-5 pt-5 text-lg font-semibold sm:px-6">
        Productos
      </h2>
      <ul className="divide-y divide-line">
        {order.lines.map((line) => (
          <OrderLine key={line.id} line={line} guarantee={guaranteeIn(order, line)} />
        ))}
      </ul>
      {order.discount > 0 && (
        <p className="flex items-baseline justify-between border-t border-line px-5 py-4 text-ok sm:px-6">
          <span className="font-medium">Descuento por transferencia</span>
          <span className="whitespace-nowrap">
            −<Price amount={order.discount} />
          </span>
        </p>
      )}
      {order.shipping && (
        <p className="flex items-baseline justify-between border-t border-line px-5 py-4 sm:px-6">
          <span className="font-medium">Envío</span>
          {order.shipping.price === 0 ? 'Gratis' : <Price amount={order.shipping.price} />}
        </p>
      )}
      <p className="flex items-baseline justify-between border-t border-line bg-raised/50 px-5 py-4 sm:px-6">
        <span className="font-medium">Total</span>
        <Price amount={order.total} className="text-2xl" />
      </p>
      {order.invoice && (
        <p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-5 py-4 sm:px-6">
          <span className="font-medium">Factura pedida</span>
          {invoiceText(order.invoice)}
        </p>
      )}
    </section>
  )
}

function OrderLine({ line, guarantee }: { line: OrderDetail['lines'][number]; guarantee: string | null }) {
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 px-5 py-4 sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:px-6">
      <ProductPicture
        src={line.imageUrl}
        sizes="64px"
        className="cut self-start border border-line max-sm:row-span-2"
      />
      <div className="min-w-0">
        <Link
          to="/product/$id"
          params={{ id: line.id }}
          className="inline-block py-1 font-semibold hover:text-violet-soft hover:underline max-lg:py-2.5"
        >
          {line.name}
        </Link>
        <p className="text-sm text-muted">
          {line.quantity} × <Price amount={line.price} />
        </p>
        {line.discount > 0 && (
          <p className="text-sm font-medium text-ok">{`${formatPrice(withShipping(line.price, -line.discount))} por transferencia`}</p>
        )}
        <NetPrice amount={line.netPrice} />
        {guarantee && <p className="mt-1 text-xs text-muted">{guarantee}</p>}
      </div>
      <p className="text-right max-sm:mt-2">
        <Price amount={totalOf([line])} />
      </p>
    </li>
  )
}
