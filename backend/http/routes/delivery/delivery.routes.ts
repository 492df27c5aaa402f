// /api/delivery: public shipping quotes, and the staff's table.
import { Hono } from 'hono'
import { changeSettings } from '#backend/commands/change-settings.ts'
import {
  changedDelivery,
  deliveryQuoteAnswer,
  deliveryTableAnswer,
  postalCodeQuery,
} from '#backend/domain/delivery/delivery.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import { districtOf, readPostalCode } from '#backend/domain/official-numbers.limits.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { findDeliveryQuote, findDeliveryTable } from '#backend/readmodels/delivery/delivery.queries.ts'

const calls = {
  quote: {
    does: 'What shipping to a postal code costs and how many working days it takes; null where there is only pick-up.',
    returns: deliveryQuoteAnswer,
  },
  table: { does: 'What shipping costs, by ranges of postal codes.', returns: deliveryTableAnswer },
  change: {
    does: 'Puts this table of prices in the place of the revision that it names.',
    returns: deliveryTableAnswer,
    refuses: ['settings_changed'],
  },
} satisfies Record<string, Call>

export const deliveryRoutes = new Hono<ApiEnv>().get(
  '/',
  allow('public', calls.quote, { query: postalCodeQuery }),
  async (c) => {
    const postalCode = readPostalCode(c.req.valid('query').postalCode) ?? ''
    return c.json({ postalCode, ...(await findDeliveryQuote(c.var.shop.db, districtOf(postalCode))) }, 200)
  },
)

export const deliveryTableRoutes = new Hono<ApiEnv>()
  .get('/', allow('delivery:read', calls.table), async (c) => c.json(await findDeliveryTable(c.var.shop.db), 200))
  .post('/', allow('delivery:change', calls.change, { json: changedDelivery }), async (c) => {
    const { revision: seen, ranges, freeFrom } = c.req.valid('json')
    const settings = {
      ranges: ranges.map(({ from, to, price, days }) => ({ from, to, priceCents: toCents(price) ?? 0, days })),
      freeFromCents: freeFrom === null ? null : toCents(freeFrom),
    }
    await changeSettings(c.var.shop.store, commandContext(c), { type: 'ChangeDeliveryPrices', seen, settings })
    return c.json(await findDeliveryTable(c.var.shop.db), 200)
  })
