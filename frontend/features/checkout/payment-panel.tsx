import { Link } from '@tanstack/react-router'
import { ExternalLink, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type { Cart, Preference } from '#frontend/api.ts'
import { buttonLook } from '#frontend/ui/button.tsx'
import { Card } from '#frontend/ui/card.tsx'
import { totalOf } from '#frontend/ui/figures/price.ts'
import { Price } from '#frontend/ui/figures/price.tsx'

const WalletButton = lazy(() => import('./wallet.tsx'))

type Props = {
  preference: Preference
  lines: Cart['lines']
  shipping: { price: number } | null
  hold: ReactNode
  back: ReactNode
}

/**
 * 'Información de Pago'. `lines` and `shipping` are as shown when 'Pagar' was pressed; `hold` shows the remaining
 * reservation; `back` leaves the payment.
 */
export function PaymentPanel({ preference, lines, shipping, hold, back }: Props) {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start">
      <Summary lines={lines} shipping={shipping} total={preference.total} />
      <section
        aria-label="Medio de pago"
        className="cut-lg flex flex-col gap-5 border border-violet/50 bg-raised p-6 shadow-glow lg:row-span-2"
      >
        {hold}
        <Suspense fallback={<div className="shimmer cut h-14" />}>
          <WalletButton key={preference.id} preferenceId={preference.id} />
        </Suspense>
        <a href={preference.initPoint} className={buttonLook('outline', 'w-full')}>
          Ir al sitio de pago
          <ExternalLink className="size-4" />
        </a>
        <p className="flex gap-2 text-sm text-muted">
          <ShieldCheck className="mt-0.5 size-4 shrink-0 text-ok" />
          Pagás en el sitio del proveedor de pagos. GamerTech nunca ve los datos de tu tarjeta.
        </p>
        <Link
          to="/order/$id"
          params={{ id: preference.orderId }}
          className="text-sm font-semibold text-violet-soft hover:underline"
        >
          Ver la orden Nº {preference.orderId}
        </Link>
      </section>
      {back}
    </div>
  )
}

type SummaryProps = Pick<Props, 'lines' | 'shipping'> & { total: number }

function Summary({ lines, shipping, total }: SummaryProps) {
  return (
    <Card id="resumen" title="Resumen">
      <ul className="mt-4 divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="flex items-baseline justify-between gap-4 py-3">
            <span className="min-w-0">
              {line.name} <span className="text-muted">× {line.quantity}</span>
            </span>
            <Price amount={totalOf([line])} />
          </li>
        ))}
        {shipping && (
          <li className="flex items-baseline justify-between gap-4 py-3">
            <span>Envío</span>
            {shipping.price === 0 ? 'Gratis' : <Price amount={shipping.price} />}
          </li>
        )}
      </ul>
      <p className="mt-2 flex items-baseline justify-between border-t border-line pt-4">
        <span className="font-medium">Total</span>
        <Price amount={total} className="text-3xl" />
      </p>
    </Card>
  )
}
