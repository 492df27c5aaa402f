import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import {
  interpret,
  missingIn,
  type SheetRow,
  type TypedValues,
} from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { Schemas } from '#backend/readmodels/settings/settings.queries.ts'

export type PlacedItem = CatalogueItem & {
  values: TypedValues
  shownSheet: readonly SheetRow[]
  /** Lacks what its schema requires of new products. */
  isIncomplete: boolean
  /** Words of a search that mean one of its numbers: '144hz', '27' for 27 inches. */
  numbers: readonly string[]
}

export function placed(item: CatalogueItem, schemas: Schemas): PlacedItem {
  const schema = schemas.get(item.category) ?? []
  const { values, sheet } = interpret(schema, item)
  const numbers = schema.flatMap(({ key, unit }) => {
    const value = values.get(key)
    return typeof value === 'number' ? numberWords(value, unit) : []
  })
  const isIncomplete = missingIn(schema, { values }).length > 0
  return { ...item, values, shownSheet: sheet, isIncomplete, numbers }
}

/** Digits and the unit's letters; thousands of gigabytes also in terabytes. Without letters only inches are searched. */
function numberWords(value: number, unit: string): string[] {
  const digits = String(value).replace('.', '')
  const letters = unit.toLowerCase().replace(/[^a-z]/g, '')
  if (letters === '') return unit === '"' ? [digits] : []
  const isLarge = letters === 'gb' && value >= 1000 && value % 1000 === 0
  return [`${digits}${letters}`, ...(isLarge ? [`${value / 1000}tb`] : [])]
}
