export type DeliveryRange = { from: number; to: number; priceCents: number; days: number }

/** Ranges don't overlap. `freeFromCents`: threshold of free shipping; null: none. */
export type DeliveryPrices = { ranges: DeliveryRange[]; freeFromCents: number | null }

/** Before the first table everything is picked up. */
export const noDelivery: DeliveryPrices = { ranges: [], freeFromCents: null }

export type ShippingOffer = { priceCents: number; days: number }

/** `district`: four digits; null: pick-up only. */
export function shippingOffer(
  { ranges, freeFromCents }: DeliveryPrices,
  district: number,
  subtotalCents: number,
): ShippingOffer | null {
  const range = ranges.find(({ from, to }) => from <= district && district <= to)
  if (!range) return null
  const isFree = freeFromCents !== null && subtotalCents >= freeFromCents
  return { priceCents: isFree ? 0 : range.priceCents, days: range.days }
}

/** Prices in units of currency. */
export const deliveryLimits = {
  ranges: 300,
  code: { min: 1000, max: 9999 },
  price: { min: 0, max: 10_000_000 },
  days: { min: 1, max: 90 },
} as const

export const rangeFields = { from: 'Desde', to: 'Hasta', price: 'Precio', days: 'Días' } as const
export type RangeField = keyof typeof rangeFields
export type RangeEntry = Record<RangeField, number>
export type RangeProblem = { row: number; field: RangeField; message: string }

export function rangeProblems(rows: readonly RangeEntry[]): RangeProblem[] {
  return rows.flatMap((row, index) =>
    (Object.keys(rangeFields) as RangeField[]).flatMap((field) => {
      const wrong = wrongIn(row, field) ?? (field === 'from' ? overlapOf(rows, index) : undefined)
      return wrong ? [{ row: index, field, message: `Fila ${index + 1}, ${rangeFields[field]}: ${wrong}` }] : []
    }),
  )
}

function wrongIn(row: RangeEntry, field: RangeField): string | undefined {
  const value = row[field]
  const { code, price, days } = deliveryLimits
  if (field === 'price') {
    if (!(value >= price.min)) return 'escribí un precio que no sea negativo.'
    return value > price.max || !isInCents(value) ? 'un precio de hasta diez millones, con dos decimales.' : undefined
  }
  if (field === 'days') return isIn(value, days) ? undefined : `escribí entre ${days.min} y ${days.max} días.`
  if (!isIn(value, code)) return 'escribí los cuatro números de un código postal.'
  return field === 'to' && value < row.from ? 'tiene que ser igual o mayor que el primero.' : undefined
}

function overlapOf(rows: readonly RangeEntry[], index: number): string | undefined {
  const row = rows[index]
  const other = rows.findIndex(({ from, to }, at) => at < index && row && from <= row.to && row.from <= to)
  const found = rows[other]
  return found ? `se superpone con la fila ${other + 1} (${found.from} a ${found.to}).` : undefined
}

function isIn(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

function isInCents(amount: number): boolean {
  return /^\d+(\.\d{1,2})?$/.test(String(amount))
}

export const pickup = 'Retiro en el local'
