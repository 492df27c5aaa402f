import { BadgeCheck, PackageCheck, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

const promises = [
  { Icon: PackageCheck, text: 'Stock real: lo que ves es lo que hay.' },
  { Icon: BadgeCheck, text: 'Reseñas marcadas cuando son de una compra verificada.' },
  { Icon: ShieldCheck, text: 'Pagás en Mercado Pago, sin dejarnos tu tarjeta.' },
]

export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="cut-lg mx-auto grid max-w-4xl overflow-hidden border border-line bg-surface shadow-lift lg:grid-cols-2">
      <div className="stage relative hidden flex-col justify-between gap-10 border-r border-line p-10 lg:flex">
        <img src="/img/logo-mark.svg" alt="" width={72} height={72} className="size-18" />
        <div>
          <p className="font-display text-3xl leading-tight font-bold text-balance">Tu setup, al próximo nivel.</p>
          <div className="beam mt-5 h-0.5 w-40" />
        </div>
        <ul className="flex flex-col gap-4 text-muted">
          {promises.map(({ Icon, text }) => (
            <li key={text} className="flex items-start gap-3">
              <Icon className="mt-0.5 size-5 shrink-0 text-cyan" />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div className="p-6 sm:p-10">
        <PageHeading title={title} className="text-3xl font-bold" />
        {children}
      </div>
    </div>
  )
}
