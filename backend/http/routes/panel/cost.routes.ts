import { Hono } from 'hono'
import { changeCost, readCosts } from '#backend/commands/products/product-cost.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { toCents, toDecimal } from '#backend/domain/money.ts'
import { type CostView, changedCost, costAnswer } from '#backend/domain/product/cost/cost.contract.ts'
import { type CostState, cost } from '#backend/domain/product/cost/cost.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'

const calls = {
  one: { does: 'What one unit of a product costs the shop, without taxes.', returns: costAnswer },
  change: {
    does: 'Puts this cost in the place of the revision that it names; null: unknown.',
    returns: costAnswer,
    refuses: ['not_found', 'product_changed'],
  },
} satisfies Record<string, Call>

export const costRoutes = new Hono<ApiEnv>()
  .get('/:id', allow('catalogue:cost', calls.one, { param: idParam }), async (c) => {
    const [state] = await readCosts(c.var.shop.store, [c.req.valid('param').id])
    return c.json(viewOf(state ?? cost.initial), 200)
  })
  .post('/', allow('cost:change', calls.change, { json: changedCost }), async (c) => {
    const { store, currency } = c.var.shop
    const { productId, cost: decimal, revision: seen } = c.req.valid('json')
    const costCents = decimal === null ? null : toCents(decimal)
    const change = { productId, costCents, currency, seen }
    return c.json(viewOf((await changeCost(store, commandContext(c), change)).result), 200)
  })

function viewOf({ costCents, revision }: CostState): CostView {
  return { cost: costCents === null ? null : toDecimal(costCents), revision }
}
