// The shop's promises to buyers, beside the button.
import { Link } from '@tanstack/react-router'
import { BadgeCheck } from 'lucide-react'
import { withdrawalDays } from '#backend/domain/order/order.limits.ts'

const promises = [
  'Pagás con Mercado Pago: no vemos los datos de tu tarjeta.',
  `Tenés ${withdrawalDays} días para arrepentirte, sin costo.`,
  'Garantía de 6 meses o más.',
]

export function Promises() {
  return (
    <div className="border-t border-line pt-5 text-sm text-muted">
      <ul className="flex flex-col gap-2">
        {promises.map((promise) => (
          <li key={promise} className="flex gap-2.5">
            <BadgeCheck className="mt-0.5 size-4 shrink-0 text-ok" />
            {promise}
          </li>
        ))}
      </ul>
      <Link
        to="/terms"
        hash="devoluciones"
        className="mt-1 inline-flex min-h-11 items-center underline underline-offset-4 hover:text-text"
      >
        Ver condiciones
      </Link>
    </div>
  )
}
