import { useQueries } from '@tanstack/react-query'
import { useLocalCart } from '#frontend/features/cart/browser-cart.ts'
import { productQuery } from '#frontend/features/catalogue/catalogue.queries.ts'
import { DeliveryEstimate } from '#frontend/features/delivery/delivery-estimate.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { totalOf } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'

/** Omits withdrawn products, which the sign-in reports. Renders nothing for an empty cart. */
export function WaitingCart() {
  const cart = useLocalCart()
  const chosen = cart?.productsId ?? []
  const products = useQueries({ queries: chosen.map(({ id }) => productQuery(id)) })
  if (chosen.length === 0) return null
  const lines = chosen.flatMap(({ id, quantity }, index) => {
    const product = products[index]?.data
    return product?.isActive ? [{ id, quantity, name: product.name, price: product.price }] : []
  })
  return (
    <div className="mx-auto mt-8 grid max-w-4xl grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
      <Card id="waiting-cart" title="Tu carrito te espera" isSmall>
        <ul className="mt-3 divide-y divide-line">
          {lines.map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="min-w-0 break-words">
                {line.name} <span className="text-muted">× {line.quantity}</span>
              </span>
              <Price amount={totalOf([line])} />
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between border-t border-line pt-3">
          <span className="font-medium">Subtotal</span>
          <Price amount={totalOf(lines)} className="text-xl" />
        </p>
      </Card>
      <DeliveryEstimate subtotal={totalOf(lines)} />
    </div>
  )
}
