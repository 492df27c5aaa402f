// Formats values in Argentine notation and Buenos Aires time.
import { timeZone } from '#backend/domain/time-zone.limits.ts'

const decimals = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const moment = new Intl.DateTimeFormat('es-AR', {
  ...({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const),
  timeZone,
})

export const unknownPerson = 'Usuario desconocido'

export function moneyText(cents: number): string {
  return `U$S\u00a0${decimals.format(cents / 100)}`
}

/** 120050 of `ARS` -> `ARS 1.200,50`, for payments without an order, in any currency. */
export function moneyOf(cents: number, currency: string): string {
  return `${currency}\u00a0${decimals.format(cents / 100)}`
}

export function momentText(at: string): string {
  return moment.format(new Date(at))
}

export function unitsText(count: number): string {
  return count === 1 ? '1 unidad' : `${count} unidades`
}

export function linesText(lines: readonly { quantity: number }[]): string {
  const units = unitsText(lines.reduce((sum, { quantity }) => sum + quantity, 0))
  return lines.length === 1 ? units : `${units} de ${lines.length} productos`
}
