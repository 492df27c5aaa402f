// Checks of a product against other streams: its category's schema, and the products that have a SKU.
import type { ProductFields } from '#backend/domain/product/product-fields.ts'
import {
  attributeRule,
  interpret,
  missingIn,
  readAttribute,
} from '#backend/domain/product/schema/attribute-value.limits.ts'
import type { Attribute } from '#backend/domain/product/schema/schema.limits.ts'
import { schema } from '#backend/domain/product/schema/schema.ts'
import { sku } from '#backend/domain/product/sku/sku.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { UnitOfWork } from '#backend/eventstore/commands/transact.ts'

type Described = Pick<ProductFields, 'category' | 'specs' | 'attributes'>
type FieldError = { field: string; code: string; message: string }

/**
 * Throws Rejection attributes_invalid, with the errors by field, for changed attributes that the schema cannot read, and
 * for required ones that a new product lacks. `before` null: a new product.
 */
export async function checkAttributes(
  unit: UnitOfWork<ShopLog>,
  before: Described | null,
  after: Described,
): Promise<void> {
  const changed = Object.entries(after.attributes).filter(([key, text]) => before?.attributes[key] !== text)
  if (before && changed.length === 0) return
  const { attributes } = (await unit.load(schema, after.category)).state
  const known = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const wrong = changed.flatMap(([key, text]) => wrongIn(key, text, known.get(key)) ?? [])
  const missing = before ? [] : missingIn(attributes, interpret(attributes, after))
  const missed = missing
    .filter(({ key }) => !wrong.some(({ field }) => field === fieldOf(key)))
    .map(({ key, label }): FieldError => ({ field: fieldOf(key), code: 'required', message: `Falta: ${label}.` }))
  if (wrong.length + missed.length > 0) throw new Rejection('attributes_invalid', { errors: [...wrong, ...missed] })
}

function wrongIn(key: string, text: string | null, attribute: Attribute | undefined): FieldError | undefined {
  if (!attribute) return { field: fieldOf(key), code: 'unknown', message: `La categoría no tiene «${key}».` }
  if (text === null || readAttribute(attribute, text) !== undefined) return undefined
  return { field: fieldOf(key), code: 'invalid', message: `${attribute.label}: ${attributeRule(attribute)}` }
}

const fieldOf = (key: string) => `attributes.${key}`

/** Gives the product its new SKU and leaves the old one to others. Throws Rejection sku_in_use. */
export async function moveSku(
  unit: UnitOfWork<ShopLog>,
  productId: number,
  before: string | null,
  after: string | null,
): Promise<void> {
  const [old, next] = [before?.toUpperCase(), after?.toUpperCase()]
  if (old === next) return
  const codes = [old, next].filter((code) => code !== undefined)
  for (const [at, loaded] of (await unit.loadAll(sku, codes)).entries()) {
    const code = codes[at] ?? ''
    unit.decide(sku, loaded, { type: code === next ? 'TakeSku' : 'FreeSku', sku: code, productId })
  }
}
