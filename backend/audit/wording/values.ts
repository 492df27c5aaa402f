import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'
import type { TaxRates } from '#backend/domain/money.ts'
import { formatCuit } from '#backend/domain/official-numbers.limits.ts'
import type { PriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import { percentText } from '#backend/domain/product/field-kinds.ts'
import { type BankAccount, hasAccount, type SellerDetails } from '#backend/domain/seller/seller.limits.ts'
import { timeZone } from '#backend/domain/time-zone.limits.ts'
import type { TransferSettings } from '#backend/domain/transfer/transfer.limits.ts'

const decimals = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat('es-AR', {
  ...({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const),
  timeZone,
})

type PriceOf = { priceCents: number; netCents: number }

export function moneyText(cents: number): string {
  return `U$S\u00a0${decimals.format(cents / 100)}`
}

/** 120050 of `ARS` -> `ARS 1.200,50`, for payments without an order, in any currency. */
export function moneyOf(cents: number, currency: string): string {
  return `${currency}\u00a0${decimals.format(cents / 100)}`
}

/** `U$S 121,00 (sin impuestos U$S 100,00; IVA 21 %)` */
export function priceText({ priceCents, netCents, vatRate, internalTaxRate }: TaxRates & PriceOf): string {
  const internal = internalTaxRate === 0 ? '' : `, internos ${percentText(internalTaxRate)}\u00a0%`
  const taxes = `IVA ${percentText(vatRate)}\u00a0%${internal}`
  return `${moneyText(priceCents)} (sin impuestos ${moneyText(netCents)}; ${taxes})`
}

export function momentText(at: string): string {
  return moment.format(new Date(at))
}

/** 2026-11-21 -> 21/11/2026 */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/')
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

export function unitsText(count: number): string {
  return countText(count, 'unidad', 'unidades')
}

export function linesText(lines: readonly { quantity: number }[]): string {
  const units = unitsText(lines.reduce((sum, { quantity }) => sum + quantity, 0))
  return lines.length === 1 ? units : `${units} de ${lines.length} productos`
}

/** 'Tamaño, Panel y 3 más'; 'ninguna'. */
export function namesText(names: readonly string[], most = 6): string {
  if (names.length === 0) return 'ninguna'
  const rest = names.length - most
  return rest > 0 ? `${names.slice(0, most).join(', ')} y ${rest} más` : names.join(', ')
}

export function transferText({ isOn, discountPercent, holdHours, maxOpenOrders }: TransferSettings): string {
  const most = countText(maxOpenOrders, 'orden', 'órdenes')
  return isOn ? `${discountPercent} % de descuento, ${holdHours} horas de espera, ${most} a la vez` : 'no se ofrece'
}

export function deliveryText({ ranges, freeFromCents }: DeliveryPrices): string {
  const free = freeFromCents === null ? 'sin envío gratis' : `gratis desde ${moneyText(freeFromCents)}`
  return `${countText(ranges.length, 'fila')}, ${free}`
}

export function priceSettingsText({ netPriceSize, announcesReductions, daysBeforePercent }: PriceSettings): string {
  const size = netPriceSize === 'same' ? 'del mismo tamaño que el final' : 'más chico que el final'
  const reductions = announcesReductions
    ? `rebajas anunciadas, con porcentaje desde los ${countText(daysBeforePercent, 'día')} a la venta`
    : 'rebajas sin anunciar'
  return `precio sin impuestos ${size}, ${reductions}`
}

export function sellerText({ tradeName, company, cuit, address, hours, phone, email }: SellerDetails): string {
  const told = [`${tradeName} (${company}, CUIT ${formatCuit(cuit)})`, address, hours, phone, email]
  return told.filter(Boolean).join(' · ')
}

export function accountText(account: BankAccount): string {
  if (!hasAccount(account)) return 'ninguna'
  const { bank, holder, cbu, alias } = account
  return `${bank}, de ${holder}, CBU ${cbu}${alias && `, alias ${alias}`}`
}
