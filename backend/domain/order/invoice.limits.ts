// The invoice that a buyer asks for at 'Pagar', and the number that it is made out to.
import { formatCuit, readCuit } from '#backend/domain/official-numbers.limits.ts'

export const invoiceKinds = ['A', 'B'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
/** `taxId`: digits of a CUIT or a DNI; as typed until `readTaxId` read it. */
export type Invoice = { kind: InvoiceKind; taxId: string }
/** `taxId`: null once the person was erased, or for a reader who may not know it. */
export type KnownInvoice = { kind: InvoiceKind; taxId: string | null }

export const taxIdLength = 20

/** The digits of a CUIT, or of a DNI for a Factura B; null if invalid. */
export function readTaxId({ kind, taxId }: Invoice): string | null {
  const digits = taxId.replace(/[\s.-]/g, '')
  return kind === 'B' && /^[1-9]\d{6,7}$/.test(digits) ? digits : readCuit(digits)
}

export function taxIdProblem(invoice: Invoice): string | undefined {
  if (readTaxId(invoice) !== null) return undefined
  return invoice.kind === 'A'
    ? 'Para la Factura A escribí un CUIT válido, de 11 números.'
    : 'Escribí un DNI, de 7 u 8 números, o un CUIT válido, de 11.'
}

/** `Factura B, DNI 28.123.456`; without a number `Factura B`. */
export function invoiceText({ kind, taxId }: KnownInvoice): string {
  if (taxId === null) return `Factura ${kind}`
  const isCuit = taxId.length === 11
  return `Factura ${kind}, ${isCuit ? `CUIT ${formatCuit(taxId)}` : `DNI ${Number(taxId).toLocaleString('es-AR')}`}`
}

export function isSameInvoice(one: KnownInvoice | null, other: KnownInvoice | null): boolean {
  return one?.kind === other?.kind && one?.taxId === other?.taxId
}
