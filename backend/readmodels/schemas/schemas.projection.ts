// Projects the schemas of categories: a row for each category that ever had one.
import type { CategorySchema } from '#backend/domain/product/schema/schema.contract.ts'
import { schemaEvents } from '#backend/domain/product/schema/schema.events.ts'
import { int, jsonb, text } from '#backend/eventstore/projections/columns.ts'
import { defineProjection } from '#backend/eventstore/projections/projection.ts'

export const schemasProjection = defineProjection(schemaEvents, {
  name: 'schemas',
  version: 1,
  primaryKey: ['category'],
  columns: { category: text(), revision: int(), attributes: jsonb<CategorySchema['attributes']>() },
  streams: ({ category }) => [`schema-${category}`],
  keys: ({ data: { category } }) => [{ category }],
  evolve: (_, { data: { category, revision, attributes } }) => ({ category, revision, attributes }),
})
