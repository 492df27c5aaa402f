// The demo's schemas read what its products say.
import { expect, test } from 'vitest'
import { interpret, missingIn } from '#backend/domain/product/schema/attribute-value.limits.ts'
import { schemaProblems } from '#backend/domain/product/schema/schema.limits.ts'
import { demoProducts } from './demo-plan.ts'
import { demoAttributes, demoSchemas } from './demo-schemas.ts'

test('each product has what its category requires, and every attribute is said of some product', () => {
  const read = demoProducts.map((product) => {
    const schema = demoSchemas[product.category] ?? []
    return { ...product, schema, ...interpret(schema, { ...product, attributes: demoAttributes(product) }) }
  })
  expect(read.filter((one) => missingIn(one.schema, one).length > 0).map(({ name }) => name)).toEqual([])
  for (const [category, schema] of Object.entries(demoSchemas)) {
    expect(schemaProblems(schema)).toEqual([])
    const own = read.filter((one) => one.category === category)
    const unsaid = schema.filter(({ key }) => !own.some(({ values }) => values.has(key)))
    expect(unsaid.map(({ key }) => `${category} ${key}`)).toEqual([])
  }
})
