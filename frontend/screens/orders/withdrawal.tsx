import { withdrawalDays } from '#backend/domain/order/order.limits.ts'
import { GuestOrder } from '#frontend/features/orders/guest-order.tsx'
import { Page } from '#frontend/layout/page.tsx'
import { PageHeading } from '#frontend/ui/page-heading.tsx'

export default function WithdrawalScreen() {
  return (
    <Page here="Botón de arrepentimiento" wide={false}>
      <PageHeading title="Botón de arrepentimiento" />
      <p className="mt-4 text-muted">
        Podés arrepentirte de una compra hasta {withdrawalDays} días después de recibirla, sin dar motivos y sin costo.
        Te mandamos un código por correo y coordinamos la devolución. No hace falta que ingreses a tu cuenta.
      </p>
      <section aria-label="Tu orden" className="cut-lg mt-8 border border-line bg-surface p-6 sm:p-8">
        <GuestOrder />
      </section>
    </Page>
  )
}
