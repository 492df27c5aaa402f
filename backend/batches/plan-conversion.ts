import type { CatalogueItem } from '#backend/domain/product/catalogue.contract.ts'
import { attributeRule, isNone, readAttribute } from '#backend/domain/product/schema/attribute-value.limits.ts'
import { type Attribute, plainName, type Schema } from '#backend/domain/product/schema/schema.limits.ts'
import type { PlannedItem } from './batch-items.ts'

/**
 * `from`: an attribute's label or key, or a row's name. Skips products that lack it or have a value of `to`.
 */
export function planConversion(
  products: readonly CatalogueItem[],
  schema: Schema,
  { from, to }: { from: string; to: Attribute },
): PlannedItem[] {
  const named = schema.find(({ key, label }) => key === from || plainName(label) === plainName(from))?.key ?? from
  const old = named === to.key ? null : named
  const open = products.filter(({ attributes }) => !Object.hasOwn(attributes, to.key))
  const said = open.flatMap((product) => {
    const source = sourceIn(product, old, from)
    return source ? [{ product, ...source }] : []
  })
  return said.map(({ product, text, rest }, at): PlannedItem => {
    const base = { nth: at + 1, productId: product.id, name: product.name }
    const value = text === null || isNone(text) ? null : text.trim()
    if (value !== null && readAttribute(to, value) === undefined) {
      const message = `No se puede leer «${value}». ${attributeRule(to)}`
      return { ...base, kind: 'wrong', change: { errors: [{ column: 'attributes', message }] } }
    }
    const { attributes, specs } = product
    const after = { ...rest, attributes: { ...rest.attributes, [to.key]: value } }
    return { ...base, kind: 'change', change: { before: { attributes, specs }, after } }
  })
}

/** `rest`: the product without its source. */
type Source = { text: string | null; rest: Pick<CatalogueItem, 'attributes' | 'specs'> }

/** An entered attribute goes before a row of the same name. */
function sourceIn({ attributes, specs }: CatalogueItem, key: string | null, name: string): Source | undefined {
  if (key !== null && Object.hasOwn(attributes, key)) {
    const { [key]: text = null, ...others } = attributes
    return { text, rest: { attributes: others, specs } }
  }
  const row = specs.find((one) => plainName(one.name) === plainName(name))
  return row && { text: row.value, rest: { attributes, specs: specs.filter((one) => one !== row) } }
}
