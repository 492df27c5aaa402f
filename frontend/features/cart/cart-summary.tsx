import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Cart } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { totalOf, withShipping } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'
import { NetPrice } from '#frontend/ui/figures/price-block.tsx'
import { unitsOf } from './cart.queries.ts'

type Props = {
  cart: Cart
  /** Null: pick-up, or still unknown. */
  shipping: { price: number } | null
  /** Warns about the order that 'Pagar' would replace. */
  replaced: string | null
  paying: boolean
  waiting: boolean
  failure: ReactNode
  onPay: () => void
}

/** 'Tu compra'. `waiting`: edits are on their way to the server. */
export function CartSummary({ cart, shipping, replaced, paying, waiting, failure, onPay }: Props) {
  const units = unitsOf(cart.lines)
  return (
    <Card id="summary" title="Tu compra" className="lg:sticky lg:top-24">
      <div className="beam mt-3 h-px" />
      <dl className="mt-5 flex flex-col gap-3">
        <div className="flex justify-between text-muted">
          <dt>Unidades</dt>
          <dd className="tabular-nums">{units}</dd>
        </div>
        <div className="flex items-baseline justify-between">
          <dt className="font-medium">Subtotal</dt>
          <dd>
            <Price amount={cart.subtotal} className={shipping ? '' : 'text-2xl'} />
          </dd>
        </div>
        {shipping && <WithShipping subtotal={cart.subtotal} price={shipping.price} />}
      </dl>
      <p className="mt-2 text-right leading-snug">
        <NetPrice amount={totalOf(cart.lines.map(({ netPrice: price, quantity }) => ({ price, quantity })))} />
      </p>
      <p role="status" className="mt-5 text-warn empty:hidden">
        {replaced}
      </p>
      <Button
        className="mt-6 min-h-13 w-full text-lg"
        busy={paying}
        disabled={waiting}
        icon={<Lock className="size-4.5" />}
        onClick={onPay}
      >
        Pagar
      </Button>
      <div role="status" className="mt-3 text-sm text-bad empty:hidden">
        {failure}
      </div>
      <AtThisTotal />
    </Card>
  )
}

function AtThisTotal() {
  return (
    <p className="mt-4 text-sm text-muted">
      Al pagar apartamos tus productos unos minutos. Pagás con Mercado Pago exactamente este total.
    </p>
  )
}

function WithShipping({ subtotal, price }: { subtotal: number; price: number }) {
  return (
    <>
      <div className="flex items-baseline justify-between">
        <dt className="font-medium">Envío</dt>
        <dd>{price === 0 ? 'Gratis' : <Price amount={price} />}</dd>
      </div>
      <div className="flex items-baseline justify-between border-t border-line pt-3">
        <dt className="font-medium">Total</dt>
        <dd>
          <Price amount={withShipping(subtotal, price)} className="text-2xl" />
        </dd>
      </div>
    </>
  )
}
