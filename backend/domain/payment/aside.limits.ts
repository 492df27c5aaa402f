// What of a payment is compared with its order, as the screen and the audit call it.

export const asideFields: Readonly<Record<string, string>> = {
  amountCents: 'Monto',
  currency: 'Moneda',
  sellerId: 'Cuenta que cobró',
  liveMode: 'Pago real',
  reference: 'Referencia',
}
