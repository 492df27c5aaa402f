// The cart's folded choice of an invoice in the shopper's name.
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type InvoiceKind, taxIdLength } from '#backend/domain/order/invoice.limits.ts'
import { Choice } from '#frontend/ui/form/choice.tsx'
import { Field } from '#frontend/ui/form/field.tsx'
import type { InvoiceForm } from './use-invoice.ts'

const fields: Record<InvoiceKind, { label: string; hint: string }> = {
  A: { label: 'CUIT', hint: '11 números. Es la factura de responsables inscriptos y monotributistas.' },
  B: { label: 'DNI o CUIT', hint: '7 u 8 números del DNI, u 11 del CUIT.' },
}

export function InvoiceChoice({ invoice }: { invoice: InvoiceForm }) {
  const { form, typed } = invoice
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <details
      ref={form}
      open={isOpen ?? typed !== null}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group cut-lg border border-line bg-surface"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-5 py-4 sm:px-6 [&::-webkit-details-marker]:hidden">
        <span className="grow text-lg font-semibold">Factura A o B</span>
        <span className="text-sm text-muted">{typed ? `Factura ${typed.kind}` : 'Opcional'}</span>
        <ChevronDown className="size-5 text-muted transition group-open:rotate-180" />
      </summary>
      <Form invoice={invoice} />
    </details>
  )
}

function Form({ invoice: { typed, problem, choose } }: { invoice: InvoiceForm }) {
  const taxId = typed?.taxId ?? ''
  const choice = (kind: InvoiceKind | null) => ({
    ...{ group: 'invoice', isChosen: (typed?.kind ?? null) === kind },
    onChoose: () => choose(kind && { kind, taxId }),
  })
  return (
    <fieldset className="min-w-0 px-5 pb-5 sm:px-6 sm:pb-6">
      <legend className="sr-only">Factura A o B</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <Choice {...choice(null)} label="Consumidor final" about="Sin tus datos" />
        <Choice {...choice('B')} label="Factura B" about="Con tu DNI o CUIT" />
        <Choice {...choice('A')} label="Factura A" about="Con tu CUIT" />
      </div>
      {typed && (
        <div className="mt-5 max-w-sm">
          <Field
            {...fields[typed.kind]}
            name="taxId"
            inputMode="numeric"
            maxLength={taxIdLength}
            value={taxId}
            error={problem}
            onChange={(event) => choose({ ...typed, taxId: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  )
}
