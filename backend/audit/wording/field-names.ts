import { sheetPath } from '#backend/audit/changes-between.ts'
import type { AddressField } from '#backend/domain/address.limits.ts'
import type { CartLine, CartState } from '#backend/domain/cart/cart.ts'
import type { KnownInvoice } from '#backend/domain/order/invoice.limits.ts'
import { type OrderStatus, orderStateNames } from '#backend/domain/order/order.limits.ts'
import type { Order, OrderLine, Receipt, Shipment, Shipping, TransferTerms } from '#backend/domain/order/order.ts'
import type { KnownPayment, PaymentState, PaymentStatus } from '#backend/domain/payment/payment.ts'
import type { Refund } from '#backend/domain/payment/refund.ts'
import type { CostState } from '#backend/domain/product/cost/cost.ts'
import { percentText } from '#backend/domain/product/field-kinds.ts'
import type { Picture } from '#backend/domain/product/gallery.limits.ts'
import type { ProductSpec } from '#backend/domain/product/product.limits.ts'
import type { Product } from '#backend/domain/product/product.ts'
import { ownKeys, type ProductFields, titleOf } from '#backend/domain/product/product-fields.ts'
import type { ReviewState, ShopAnswer } from '#backend/domain/review/review.ts'
import type { StockState } from '#backend/domain/stock/stock.ts'
import { staffRoles } from '#backend/domain/user/roles.limits.ts'
import type { User } from '#backend/domain/user/user.ts'
import { momentText, moneyText } from './values.ts'

type OfUser = keyof User | keyof NonNullable<User['google']>
type OfReview = keyof NonNullable<ReviewState> | keyof ShopAnswer
type OfProduct = keyof Product | keyof ProductSpec | keyof Picture | keyof StockState | keyof CostState | OfReview
type OfSale =
  | keyof CartState
  | keyof CartLine
  | keyof Order
  | keyof OrderLine
  | keyof Shipment
  | keyof Shipping
  | keyof TransferTerms
  | keyof Receipt
  | keyof KnownInvoice
  | keyof TransferTerms['account']
  | AddressField
  | keyof PaymentState
  | 'amountCents'
  | keyof KnownPayment
  | keyof Refund

const names: Readonly<Record<OfUser | OfProduct | OfSale, string | null>> = {
  ...(Object.fromEntries(ownKeys.map((key) => [key, titleOf(key)])) as Record<keyof ProductFields, string>),
  email: 'Correo',
  isAdmin: 'Administra',
  staffRole: 'Rol',
  isEmailProven: 'Correo comprobado',
  google: 'Google',
  issuer: 'Proveedor',
  subject: 'Identidad',
  isErased: 'Datos eliminados',
  sessionEpoch: 'Veces que terminaron sus sesiones',
  banEpoch: null,
  roleKeyRejections: 'Claves de rol equivocadas',
  pictures: 'Imagen',
  url: 'Dirección de la imagen',
  alt: 'Texto alternativo',
  value: 'Valor',
  currency: 'Moneda',
  netCents: 'Neto, sin impuestos',
  productVersion: null,
  costCents: 'Costo, sin impuestos',
  revision: null,
  onHand: 'Unidades',
  reserved: 'Unidades reservadas',
  text: 'Texto',
  score: 'Puntaje',
  answer: 'Respuesta',
  isOutdated: null,
  lines: 'Línea',
  mergeIds: null,
  unpaidOrderIds: 'Orden sin pagar',
  transfers: 'Orden por transferencia',
  transfer: 'Pago por transferencia',
  discountCents: 'Descuento',
  discountPercent: 'Descuento en por ciento',
  holdHours: 'Horas de espera',
  account: 'Cuenta bancaria',
  holder: 'Titular',
  bank: 'Banco',
  cbu: 'CBU',
  alias: 'Alias',
  receipts: 'Comprobante',
  file: null,
  format: 'Formato',
  cuit: 'CUIT',
  refundCbu: 'CBU para la devolución',
  refundAccounts: null,
  invoice: 'Factura',
  kind: 'Tipo',
  taxId: 'CUIT o DNI',
  hasPaid: 'Pagó alguna vez',
  cancelledBecause: null,
  cancelledAt: null,
  productId: 'Producto',
  quantity: 'Cantidad',
  orderId: 'Orden',
  userId: 'Cuenta',
  shipping: 'Envío',
  days: 'Días hábiles',
  address: 'Dirección',
  recipient: 'Quién recibe',
  street: 'Calle',
  floor: 'Piso',
  city: 'Localidad',
  province: 'Provincia',
  postalCode: 'Código postal',
  phone: 'Teléfono',
  reference: 'Referencia',
  totalCents: 'Total',
  holdUntil: 'Reserva hasta',
  sellerRevision: null,
  status: 'Estado',
  paidBy: 'Pagada con',
  preferenceId: 'Preferencia',
  initPoint: 'Dirección de pago',
  shipment: 'Paquete',
  payments: 'Pago',
  amountCents: 'Monto',
  refunds: 'Devolución',
  state: 'Estado',
  refund: null,
  attempt: null,
  carrier: 'Transporte',
  tracking: 'Seguimiento',
  withdrawalCode: 'Código de arrepentimiento',
}

const states: Readonly<Record<OrderStatus | PaymentStatus | Refund['state'], string>> = {
  ...orderStateNames,
  pending: 'pendiente',
  approved: 'aprobado',
  rejected: 'rechazado',
  set_aside: 'apartado',
  refund_requested: 'por devolver',
  refunded: 'devuelto',
  dismissed: 'resuelto',
  under_way: 'en curso',
  unanswered: 'sin confirmar',
  refused: 'no aceptada',
  done: 'hecha',
}

export function fieldName(field: string): string {
  return (Object.hasOwn(names, field) && names[field as keyof typeof names]) || field
}

/** `lines.0.quantity` -> `Línea 1 · Cantidad`, `specs.Marca` -> `Ficha · Marca`; null for what auditors don't need. */
export function pathName(path: string): string | null {
  if (isOfSheet(path)) return `${names.specs} · ${path.slice(sheetPath.length + 1)}`
  const parts = path.split('.')
  if (parts.some((part) => Object.hasOwn(names, part) && names[part as keyof typeof names] === null)) return null
  const words: string[] = []
  for (const [at, part] of parts.entries()) {
    const isKey = at > 0 && !Object.hasOwn(names, part)
    // People count from one; a payment goes by its id.
    const shown = parts[at - 1] === 'payments' ? part : String(Number(part) + 1)
    if (isKey) words.push(`${words.pop()} ${shown}`)
    else words.push(fieldName(part))
  }
  return words.join(' · ')
}

function isOfSheet(path: string): boolean {
  return path.startsWith(`${sheetPath}.`)
}

export function valueText(path: string, value: unknown): string {
  // A spec's name says nothing about the type of its value.
  const field = isOfSheet(path) ? '' : (path.split('.').at(-1) ?? '')
  if (value === null || value === undefined || value === '') return 'nada'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (field.endsWith('Rate') && typeof value === 'number') return `${percentText(value)}\u00a0%`
  if (field.endsWith('Cents') && typeof value === 'number') return moneyText(value)
  if (field === 'holdUntil' && typeof value === 'string') return momentText(value)
  if ((field === 'status' || field === 'state') && typeof value === 'string' && Object.hasOwn(states, value))
    return states[value as keyof typeof states]
  if (field === 'staffRole' && typeof value === 'string' && Object.hasOwn(staffRoles, value))
    return staffRoles[value as keyof typeof staffRoles]
  return typeof value === 'string' ? value : JSON.stringify(value)
}
