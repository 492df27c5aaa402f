import type { Rounding } from '#backend/domain/batch/batch.limits.ts'
import type { PricesAsked } from './batches.queries.ts'

export type PricesEntry = {
  by: 'percent' | 'amount'
  value: string
  rounding: Rounding
  category: string
  brand: string
}
type Read = { asked: PricesAsked; error?: undefined } | { asked?: undefined; error: string }

/** `chosen`: product ids; if empty, the filter applies. */
export function readPrices({ by, value, rounding, category, brand }: PricesEntry, chosen: readonly number[]): Read {
  const text = value.trim().replace('−', '-').replace(',', '.')
  if (!/^[+-]?\d{1,10}(\.\d{1,2})?$/.test(text)) return { error: 'Escribí un número, con dos decimales como mucho.' }
  const amount = Number(text)
  if (amount === 0) return { error: 'Con cero no cambia nada.' }
  if (by === 'percent' && Math.abs(amount) > 1000) return { error: 'Como mucho 1.000 %.' }
  if (chosen.length > 500) return { error: 'Elegí hasta 500 productos, o un filtro.' }
  const rule = { by, value: amount, rounding }
  if (chosen.length > 0) return { asked: { rule, ids: [...chosen] } }
  return { asked: { rule, filter: { ...(category && { category }), ...(brand && { brand }) } } }
}
