import { useRef, useState } from 'react'
import { type Invoice, readTaxId, taxIdProblem } from '#backend/domain/order/invoice.limits.ts'
import { focusFirst } from '#frontend/ui/form/focus-first.ts'

export type InvoiceForm = ReturnType<typeof useInvoice>

/** `typed`: null if the shopper asks for no invoice in their name. */
export function useInvoice(typed: Invoice | null, change: (invoice: Invoice | null) => void) {
  const form = useRef<HTMLDetailsElement>(null)
  const [problem, setProblem] = useState<string>()
  /** With the digits alone; undefined if they are wrong, which is then shown and focused. */
  const check = (): Invoice | null | undefined => {
    if (!typed) return null
    const taxId = readTaxId(typed)
    if (taxId !== null) return { ...typed, taxId }
    const found = taxIdProblem(typed)
    setProblem(found)
    if (form.current) form.current.open = true
    focusFirst(form.current, { taxId: found })
    return undefined
  }
  return {
    ...{ form, typed, problem, check },
    choose(invoice: Invoice | null) {
      setProblem(undefined)
      change(invoice)
    },
  }
}
