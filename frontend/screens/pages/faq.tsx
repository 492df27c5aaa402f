import { Link } from '@tanstack/react-router'
import { CreditCard, type LucideIcon, PackageCheck, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '#frontend/layout/page.tsx'
import { PageTop } from '#frontend/layout/page-top.tsx'
import { ButtonLink } from '#frontend/ui/button.tsx'

const questions: { Icon: LucideIcon; question: string; answer: ReactNode }[] = [
  {
    Icon: CreditCard,
    question: '¿Qué medios de pago aceptan?',
    answer: (
      <>
        <p>Podés pagar con:</p>
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-violet-soft">
          <li>Tarjetas de crédito: Visa, Mastercard y American Express.</li>
          <li>Tarjetas de débito.</li>
          <li>Transferencias bancarias.</li>
        </ul>
        <p className="mt-3">El pago se hace en la billetera: los datos de tu tarjeta no pasan por nuestra tienda.</p>
      </>
    ),
  },
  {
    Icon: PackageCheck,
    question: '¿Cuánto tardan en procesar mi pedido?',
    answer: (
      <p>
        Procesamos los pedidos en 1 a 2 días hábiles desde que se acredita el pago. Podés seguir el estado de cada uno
        en{' '}
        <Link to="/orders" className="text-cyan underline underline-offset-4">
          Mis compras
        </Link>
        .
      </p>
    ),
  },
  {
    Icon: Truck,
    question: '¿El envío es gratis?',
    answer: (
      <p>
        El envío es gratis a partir de cierto monto de compra. Las condiciones varían según tu ubicación y el peso del
        paquete: en cada producto y en tu carrito podés calcularlo con tu código postal.
      </p>
    ),
  },
]

export default function FaqScreen() {
  return (
    <Page here="Preguntas frecuentes" wide={false}>
      <PageTop title="Preguntas frecuentes" />
      <ul className="mt-10 flex flex-col gap-5">
        {questions.map(({ Icon, question, answer }) => (
          <li key={question} className="cut-lg flex gap-5 border border-line bg-surface p-6 max-sm:flex-col sm:p-8">
            <Icon className="size-8 shrink-0 text-cyan" strokeWidth={1.5} />
            <div>
              <h2 className="text-xl leading-snug font-semibold">{question}</h2>
              <div className="mt-3 leading-relaxed text-text/85">{answer}</div>
            </div>
          </li>
        ))}
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
