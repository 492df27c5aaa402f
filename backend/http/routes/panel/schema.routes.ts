// /api/panel/schemas: which attributes the products of each category have.
import { Hono } from 'hono'
import { changeSchema } from '#backend/commands/products/category-schema.ts'
import { changedSchema, schemasAnswer } from '#backend/domain/product/schema/schema.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { listSchemas } from '#backend/readmodels/schemas/schemas.queries.ts'

const calls = {
  list: { does: 'The schemas of the categories: the attributes that their products have.', returns: schemasAnswer },
  change: {
    does: 'Puts these attributes in the place of the revision of the schema that it names. A key keeps its kind for ever.',
    returns: schemasAnswer,
    refuses: ['schema_changed', 'attribute_kind_fixed'],
  },
} satisfies Record<string, Call>

export const schemaRoutes = new Hono<ApiEnv>()
  .get('/', allow('catalogue:read', calls.list), async (c) =>
    c.json({ schemas: await listSchemas(c.var.shop.db) }, 200),
  )
  .post('/', allow('catalogue:schema', calls.change, { json: changedSchema }), async (c) => {
    const { category, revision: seen, attributes } = c.req.valid('json')
    await changeSchema(c.var.shop.store, commandContext(c), { category, attributes, seen })
    return c.json({ schemas: await listSchemas(c.var.shop.db) }, 200)
  })
