import { Link } from '@tanstack/react-router'
import { CreditCard, type LucideIcon, PackageCheck, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page, PageTop } from '#frontend/layout/page.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'

export default function FaqScreen() {
  return (
    <Page here="Preguntas frecuentes" wide={false}>
      <PageTop title="Preguntas frecuentes" />
      <ul className="mt-10 flex flex-col gap-5">
        <Question asked="¿Qué medios de pago aceptan?" Icon={CreditCard}>
          <p>Podés pagar con:</p>
          <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-violet-soft">
            <li>Tarjetas de crédito: Visa, Mastercard y American Express.</li>
            <li>Tarjetas de débito.</li>
            <li>Transferencias bancarias.</li>
          </ul>
          <p className="mt-3">El pago se hace en la billetera: los datos de tu tarjeta no pasan por nuestra tienda.</p>
        </Question>
        <Question asked="¿Cuánto tardan en procesar mi pedido?" Icon={PackageCheck}>
          Procesamos los pedidos en 1 a 2 días hábiles desde que se acredita el pago. Podés seguir el estado de cada uno
          en{' '}
          <Link to="/orders" className="text-cyan underline underline-offset-4">
            Mis compras
          </Link>
          .
        </Question>
        <Question asked="¿El envío es gratis?" Icon={Truck}>
          El envío es gratis a partir de cierto monto de compra. Las condiciones varían según tu ubicación y el peso del
          paquete: en cada producto y en tu carrito podés calcularlo con tu código postal.
        </Question>
      </ul>
      <div className="mt-10 flex flex-wrap gap-3">
        <ButtonLink to="/home">Ver productos</ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contacto
        </ButtonLink>
      </div>
    </Page>
  )
}

function Question({ asked, Icon, children }: { asked: string; Icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="cut-lg flex gap-5 border border-line bg-surface p-6 max-sm:flex-col sm:p-8">
      <Icon className="size-8 shrink-0 text-cyan" strokeWidth={1.5} />
      <div>
        <h2 className="text-xl leading-snug font-semibold">{asked}</h2>
        <div className="mt-3 leading-relaxed text-text/85">{children}</div>
      </div>
    </li>
  )
}
