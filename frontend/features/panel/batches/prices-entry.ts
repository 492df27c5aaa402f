import type { Rounding } from '#backend/domain/batch/batch.limits.ts'
import type { batchApi } from '#frontend/api.ts'
import type { Reading } from '#frontend/features/panel/form/panel-form.tsx'

export const blankPrices = { by: 'percent', value: '', rounding: 'none', category: '', brand: '' }
export type PricesAsked = Parameters<typeof batchApi.prices.$post>[0]['json']

/** `chosen`: product ids; if empty, the filter applies. */
export function readPrices(entry: typeof blankPrices, chosen: readonly number[]): Reading<PricesAsked> {
  const { value, category, brand } = entry
  const by = entry.by === 'amount' ? 'amount' : 'percent'
  const text = value.trim().replace('−', '-').replace(',', '.')
  const wrong = (problem: string) => ({ problems: { value: problem } })
  if (!/^[+-]?\d{1,10}(\.\d{1,2})?$/.test(text)) return wrong('Escribí un número, con dos decimales como mucho.')
  const amount = Number(text)
  if (amount === 0) return wrong('Con cero no cambia nada.')
  if (by === 'percent' && Math.abs(amount) > 1000) return wrong('Como mucho 1.000 %.')
  if (chosen.length > 500) return wrong('Elegí hasta 500 productos, o un filtro.')
  const rule = { by, value: amount, rounding: entry.rounding as Rounding } as const
  if (chosen.length > 0) return { json: { rule, ids: [...chosen] } }
  return { json: { rule, filter: { ...(category && { category }), ...(brand && { brand }) } } }
}
