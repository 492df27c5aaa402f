// The guarantee of a line of an order, as its buyer reads it on screens and in mails.
import { dayOf } from '#backend/domain/time-zone.limits.ts'
import { handedOverAt, isPaidState, type OrderStatus } from './order.limits.ts'

/** For new goods (Ley 24.240, art. 11), even if the product tells less. */
const legalMonths = 6

type Told = { guaranteeMonths: number | null; guaranteeBy: string | null }

/**
 * `Garantía de 12 meses, hasta el 28/11/2027, responde Kyntra`; before the delivery `… desde la entrega …`. `seller`
 * answers for the legal minimum, and for a guarantee of which the product doesn't tell who does; '': not yet known.
 */
export function guaranteeText(
  { guaranteeMonths: told, guaranteeBy }: Told,
  seller: string,
  start: Date | null,
): string {
  const months = Math.max(told ?? 0, legalMonths)
  const isLegal = told === null || told < legalMonths
  const by = (told !== null && isLegal ? '' : guaranteeBy) || seller || 'el vendedor'
  const when = start ? `, hasta el ${endOf(start, months)}` : ' desde la entrega'
  return `Garantía ${isLegal ? 'legal ' : ''}de ${months} meses${when}, responde ${by}`
}

/** From date to date; a month without that day ends it on its last one (Código Civil y Comercial, art. 6). */
function endOf(start: Date, months: number): string {
  const [year = 0, month = 0, day = 0] = dayOf(start).split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
  return end.toISOString().slice(0, 10).split('-').reverse().join('/')
}

type Shown = {
  state: OrderStatus
  timeline: readonly { state: string; at: string }[]
  seller: { company: string }
}

/** Null for an order that ended unpaid or was given back. */
export function guaranteeIn({ state, timeline, seller }: Shown, line: Told): string | null {
  if (state !== 'placed' && !isPaidState(state)) return null
  return guaranteeText(line, seller.company, handedOverAt(timeline))
}
