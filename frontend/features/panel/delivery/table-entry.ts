// The shipping table as typed. Pure: text in, numbers out.
import { type RangeField, rangeFields, rangeProblems } from '#backend/domain/delivery/delivery.limits.ts'
import type { DeliveryTable } from '#frontend/api.ts'
import type { Reading } from '#frontend/features/panel/form/panel-form.tsx'

/** `key` identifies a row while others come and go. */
export type RowEntry = Record<RangeField, string> & { key: number }
export type TableEntry = { rows: RowEntry[]; freeFrom: string }

export const fields = Object.keys(rangeFields) as RangeField[]
const spanish = (amount: number) => String(amount).replace('.', ',')

export function entryOf({ ranges, freeFrom }: DeliveryTable): TableEntry {
  const rows = ranges.map((range, key) => ({
    key,
    from: String(range.from),
    to: String(range.to),
    price: spanish(range.price),
    days: String(range.days),
  }))
  return { rows, freeFrom: freeFrom === null ? '' : spanish(freeFrom) }
}

type Read = Pick<DeliveryTable, 'ranges' | 'freeFrom'>

/** Parses the table or returns its errors, keyed like `ranges.2.from` as in the API. An empty amount means no free shipping. */
export function readTable({ rows, freeFrom }: TableEntry): Reading<Read> {
  const ranges = rows.map(({ from, to, price, days }) => ({
    from: numberOf(from),
    to: numberOf(to),
    price: numberOf(price),
    days: numberOf(days),
  }))
  const problems = rangeProblems(ranges).map(({ row, field, message }): [string, string] => [
    `ranges.${row}.${field}`,
    message,
  ])
  const free = freeFrom.trim() === '' ? null : numberOf(freeFrom)
  const isWrong = free !== null && !(free > 0 && /^\d+(\.\d{1,2})?$/.test(String(free)))
  if (isWrong) problems.push(['freeFrom', 'Escribí un monto mayor que cero, o dejalo vacío.'])
  if (problems.length > 0) return { problems: Object.fromEntries(problems) }
  return { json: { ranges, freeFrom: free } }
}

/** '4500,50' and '4.500,50' give 4500.5; NaN for anything else. */
function numberOf(text: string): number {
  const plain = text.trim().replace(/^\$\s*/, '')
  const grouped = /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain) ? plain.replaceAll('.', '') : plain
  return /^-?\d+([.,]\d+)?$/.test(grouped) ? Number(grouped.replace(',', '.')) : Number.NaN
}
