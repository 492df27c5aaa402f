import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type LucideIcon, Mail, PackageSearch, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ContactForm } from '#frontend/features/contact/contact-form.tsx'
import { Page, PageTop } from '#frontend/layout/page.tsx'
import { useUser } from '#frontend/session.ts'
import { shopQuery } from '#frontend/shop.queries.ts'

export default function ContactScreen() {
  const user = useUser()
  return (
    <Page here="Contacto">
      <PageTop
        title="Contacto"
        lead="¿Dudas sobre un producto, un pago o tu cuenta? Escribinos: lo lee una persona, y te respondemos por correo en 1 o 2 días hábiles."
      />
      <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="write" className="cut-lg border border-line bg-surface p-6 sm:p-8">
          <h2 id="write" className="mb-6 text-2xl font-semibold">
            Escribinos
          </h2>
          {user !== undefined && <ContactForm known={{ name: user?.name ?? '', email: user?.email ?? '' }} />}
        </section>
        <OtherWays />
      </div>
    </Page>
  )
}

const link = 'text-cyan underline underline-offset-4'

function OtherWays() {
  const supportEmail = useQuery(shopQuery).data?.supportEmail
  return (
    <ul className="flex flex-col gap-6">
      <Way title="Por correo" Icon={Mail}>
        {supportEmail ? (
          <a href={`mailto:${supportEmail}`} className={`${link} break-all`}>
            {supportEmail}
          </a>
        ) : (
          'Tu mensaje nos llega por el formulario.'
        )}
      </Way>
      <Way title="Sobre una compra" Icon={PackageSearch}>
        Contanos el número de orden: lo encontrás en{' '}
        <Link to="/orders" className={link}>
          Mis compras
        </Link>
        .
      </Way>
      <Way title="Nunca te pedimos tu contraseña" Icon={ShieldCheck}>
        Ni el número de tu tarjeta. Si alguien lo hace en nuestro nombre, no somos nosotros: avisanos.
      </Way>
    </ul>
  )
}

function Way({ title, Icon, children }: { title: string; Icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <Icon className="mt-1 size-6 shrink-0 text-cyan" strokeWidth={1.5} />
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1 text-sm leading-relaxed text-muted">{children}</p>
      </div>
    </li>
  )
}
