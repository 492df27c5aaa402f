// Values as the audit writes them: Argentine notation, Buenos Aires time.
import { timeZone } from '#backend/domain/time-zone.limits.ts'

const decimals = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat('es-AR', {
  ...({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const),
  timeZone,
})

/** How a person is called whose key is gone. */
export const unknownPerson = 'Usuario desconocido'

/** 120050 -> `U$S 1.200,50`, with the label of the panel's prices. */
export function moneyText(cents: number): string {
  return `U$S\u00a0${decimals.format(cents / 100)}`
}

/** 120050 of `ARS` -> `ARS 1.200,50`: of a payment that is of no order, so that its currency may be any. */
export function moneyOf(cents: number, currency: string): string {
  return `${currency}\u00a0${decimals.format(cents / 100)}`
}

/** `2 ene 2026, 14:05`. */
export function momentText(at: string): string {
  return moment.format(new Date(at))
}

/** `1 unidad`, `3 unidades`. */
export function unitsText(count: number): string {
  return count === 1 ? '1 unidad' : `${count} unidades`
}

/** Units over lines of a cart or an order. */
export function linesText(lines: readonly { quantity: number }[]): string {
  const units = unitsText(lines.reduce((sum, { quantity }) => sum + quantity, 0))
  return lines.length === 1 ? units : `${units} de ${lines.length} productos`
}
