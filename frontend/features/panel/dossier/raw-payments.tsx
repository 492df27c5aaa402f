// An order's payments in the provider's own words.
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#frontend/features/panel/loaded.tsx'
import { rawPaymentsQuery } from './dossier.queries.ts'

/** Queries the provider when opened; the payer's data is masked. */
export function RawPayments({ orderId }: { orderId: number }) {
  return (
    <section aria-label="Pagos según el proveedor" className="mt-8 print:hidden">
      <h3 className="text-lg font-semibold">Pagos según el proveedor</h3>
      <p className="mt-1 text-sm text-muted">Tal como los cuenta ahora; los datos de quien pagó están cubiertos.</p>
      <div className="mt-3 flex flex-col gap-3">
        <Loaded query={useQuery(rawPaymentsQuery(orderId))} what="lo que sabe el proveedor" look="h-16">
          {({ payments }) => {
            if (payments.length === 0) return <p className="text-muted">No conoce ningún pago de esta orden.</p>
            return payments.map((payment) => <RawPayment key={wordOf(payment.id)} payment={payment} />)
          }}
        </Loaded>
      </div>
    </section>
  )
}

function RawPayment({ payment }: { payment: Record<string, unknown> }) {
  return (
    <details className="cut-lg border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-5 py-3 font-medium">
        Pago Nº {wordOf(payment.id)}: {wordOf(payment.status)}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keyboard too */}
      <pre tabIndex={0} className="max-h-96 overflow-auto border-t border-line p-5 text-sm leading-relaxed">
        {JSON.stringify(payment, null, 2)}
      </pre>
    </details>
  )
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
