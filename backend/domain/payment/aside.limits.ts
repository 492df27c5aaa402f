// Names, for screen and audit, of the payment's fields that must match its order.

export const asideFields: Readonly<Record<string, string>> = {
  amountCents: 'Monto',
  currency: 'Moneda',
  sellerId: 'Cuenta que cobró',
  liveMode: 'Pago real',
  reference: 'Referencia',
  date: 'Fecha del movimiento',
  status: 'Estado de la orden',
}
