// What the cart costs, and the button to pay.
import { Lock } from 'lucide-react'
import type { Cart } from '#frontend/api.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Price } from '#frontend/ui/price.tsx'

type Props = { cart: Cart; paying: boolean; waiting: boolean; failure: string | null; onPay: () => void }

/** 'Tu compra': units, subtotal, 'Pagar'. `waiting` while edits are on their way to the server. */
export function CartSummary({ cart, paying, waiting, failure, onPay }: Props) {
  const units = cart.lines.reduce((sum, line) => sum + line.quantity, 0)
  return (
    <section aria-labelledby="summary" className="cut-lg border border-line bg-surface p-6 lg:sticky lg:top-24">
      <h2 id="summary" className="text-xl font-semibold">
        Tu compra
      </h2>
      <div className="beam mt-3 h-px" />
      <dl className="mt-5 flex flex-col gap-3">
        <div className="flex justify-between text-muted">
          <dt>Unidades</dt>
          <dd className="tabular-nums">{units}</dd>
        </div>
        <div className="flex items-baseline justify-between">
          <dt className="font-medium">Subtotal</dt>
          <dd>
            <Price amount={cart.subtotal} className="text-2xl" />
          </dd>
        </div>
      </dl>
      <Button
        className="mt-6 min-h-13 w-full text-lg"
        busy={paying}
        disabled={waiting}
        icon={<Lock className="size-4.5" aria-hidden />}
        onClick={onPay}
      >
        Pagar
      </Button>
      <p role="status" className="mt-3 text-sm text-bad empty:hidden">
        {failure}
      </p>
      <p className="mt-4 text-sm text-muted">
        Al pagar apartamos tus productos unos minutos. Pagás con Mercado Pago exactamente este total.
      </p>
    </section>
  )
}
