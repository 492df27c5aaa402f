import type { SalesOverview } from '#frontend/api.ts'

type Day = SalesOverview['days'][number]
export type Period = { paid: number; income: number; refunded: number; units: number }

const short = new Intl.NumberFormat('es-AR', { notation: 'compact', maximumFractionDigits: 1 })

/** `U$S 1,2 M`, for a chart's axis. */
export function shortAmount(amount: number): string {
  return `U$S ${short.format(amount)}`
}

/** `22/11` for 2026-11-22. */
export function dayText(day: string): string {
  return `${day.slice(8)}/${day.slice(5, 7)}`
}

/** The last `length` days, and as many before them. */
export function periodOf(days: readonly Day[], length: number): { now: Period; before: Period } {
  const end = days.length - length
  return { now: sum(days.slice(end)), before: sum(days.slice(Math.max(0, end - length), end)) }
}

function sum(days: readonly Day[]): Period {
  // Sums whole cents to stay exact.
  const cents = (amount: (day: Day) => number) =>
    days.reduce((all, day) => all + Math.round(amount(day) * 100), 0) / 100
  const count = (number: (day: Day) => number) => days.reduce((all, day) => all + number(day), 0)
  return {
    paid: count((day) => day.paid),
    units: count((day) => day.units),
    income: cents((day) => day.income),
    refunded: cents((day) => day.refunded),
  }
}

/** `12 % más que los 7 días de antes`; undefined without a base. */
export function changeText(now: number, before: number, period: string): string | undefined {
  if (before === 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return `igual que ${period}`
  return `${Math.abs(percent).toLocaleString('es-AR')} % ${percent > 0 ? 'más' : 'menos'} que ${period}`
}

/** `1 orden`, `3 órdenes`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`
}
