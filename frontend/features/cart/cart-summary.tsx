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
  /** Off for paying by transfer; null: paid in the wallet. */
  discount: number | null
  /** Warns about the order that 'Pagar' would replace. */
  replaced: string | null
  paying: boolean
  waiting: boolean
  failure: ReactNode
  onPay: () => void
}

/** 'Tu compra'. `waiting`: edits are on their way to the server. */
export function CartSummary({ cart, shipping, discount, replaced, paying, waiting, failure, onPay }: Props) {
  return (
    <Card id="summary" title="Tu compra" className="lg:sticky lg:top-24">
      <div className="beam mt-3 h-px" />
      <dl className="mt-5 flex flex-col gap-3">
        <div className="flex justify-between text-muted">
          <dt>Unidades</dt>
          <dd className="tabular-nums">{unitsOf(cart.lines)}</dd>
        </div>
        <div className="flex items-baseline justify-between">
          <dt className="font-medium">Subtotal</dt>
          <dd>
            <Price amount={cart.subtotal} className={shipping || discount ? '' : 'text-2xl'} />
          </dd>
        </div>
        <Reckoned subtotal={cart.subtotal} shipping={shipping} discount={discount ?? 0} />
      </dl>
      <NetOf lines={cart.lines} isOff={Boolean(discount)} />
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
      <p className="mt-4 text-sm text-muted">{discount === null ? atThisTotal : byTransfer}</p>
    </Card>
  )
}

/** Without taxes what is paid for the lines; not known just after a price changed that is paid by transfer. */
function NetOf({ lines, isOff }: Pick<Cart, 'lines'> & { isOff: boolean }) {
  const netOf = (line: Cart['lines'][number]) => (isOff ? line.transferNetPrice : line.netPrice) ?? Number.NaN
  const amount = totalOf(lines.map((line) => ({ price: netOf(line), quantity: line.quantity })))
  if (Number.isNaN(amount)) return null
  return (
    <p className="mt-2 text-right leading-snug">
      <NetPrice amount={amount} />
    </p>
  )
}

const atThisTotal = 'Al pagar apartamos tus productos unos minutos. Pagás con Mercado Pago exactamente este total.'
const byTransfer =
  'Al pagar apartamos tus productos y te mostramos a qué cuenta transferir exactamente este total, y hasta cuándo.'

type ReckonedProps = { subtotal: number; shipping: Props['shipping']; discount: number }

/** From the subtotal to the total; nothing if they are the same. */
function Reckoned({ subtotal, shipping, discount }: ReckonedProps) {
  if (!shipping && discount === 0) return null
  const total = withShipping(withShipping(subtotal, -discount), shipping?.price ?? 0)
  return (
    <>
      {discount > 0 && (
        <div className="flex items-baseline justify-between gap-3 text-ok">
          <dt className="font-medium">Descuento por transferencia</dt>
          <dd className="whitespace-nowrap">
            −<Price amount={discount} />
          </dd>
        </div>
      )}
      {shipping && (
        <div className="flex items-baseline justify-between">
          <dt className="font-medium">Envío</dt>
          <dd>{shipping.price === 0 ? 'Gratis' : <Price amount={shipping.price} />}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between border-t border-line pt-3">
        <dt className="font-medium">Total</dt>
        <dd>
          <Price amount={total} className="text-2xl" />
        </dd>
      </div>
    </>
  )
}
