// /api/delivery: public shipping quotes, and the staff's table.
import { Hono } from 'hono'
import { changeDeliveryPrices } from '#backend/commands/delivery/delivery-prices.ts'
import {
  changedDelivery,
  deliveryQuoteAnswer,
  deliveryTableAnswer,
  postalCodeQuery,
} from '#backend/domain/delivery/delivery.contract.ts'
import { toCents } from '#backend/domain/money.ts'
import { districtOf, readPostalCode } from '#backend/domain/postal-code.limits.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { Positions } from '#backend/eventstore/subscriptions/positions.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, commandContext } from '#backend/http/middleware/allow.ts'
import { notePosition, waitForOwnWrites } from '#backend/http/middleware/read-your-writes.ts'
import { validate } from '#backend/http/middleware/validate.ts'
import type { Database } from '#backend/readmodels/database.ts'
import { findDeliveryQuote, findDeliveryTable } from '#backend/readmodels/delivery/delivery.queries.ts'
import type { ReadModelName } from '#backend/readmodels/projections.ts'

const calls = {
  quote: {
    does: 'What shipping to a postal code costs and how many working days it takes; null where there is only pick-up.',
    returns: deliveryQuoteAnswer,
  },
  table: { does: 'What shipping costs, by ranges of postal codes.', returns: deliveryTableAnswer },
  change: {
    does: 'Puts this table of prices in the place of the revision that it names.',
    returns: deliveryTableAnswer,
    refuses: ['delivery_changed'],
  },
} satisfies Record<string, Call>

type DeliveryShop = { db: Database; positions: Positions<ReadModelName>; store: EventStore<ShopLog> }

/** Normalises the code; `shipping` is null for pick-up only. */
export function deliveryRoutes({ db, positions }: DeliveryShop) {
  return new Hono<ApiEnv>().get('/', allow('public', calls.quote), validate('query', postalCodeQuery), async (c) => {
    const postalCode = readPostalCode(c.req.valid('query').postalCode) ?? ''
    await waitForOwnWrites(c, positions, ['delivery'])
    return c.json({ postalCode, ...(await findDeliveryQuote(db, districtOf(postalCode))) }, 200)
  })
}

/** The whole table; a change names the revision it replaces. */
export function deliveryTableRoutes({ db, positions, store }: DeliveryShop) {
  return new Hono<ApiEnv>()
    .get('/', allow('delivery:read', calls.table), async (c) => {
      await waitForOwnWrites(c, positions, ['delivery'])
      return c.json(await findDeliveryTable(db), 200)
    })
    .post('/', allow('delivery:change', calls.change), validate('json', changedDelivery), async (c) => {
      const { revision: seen, ranges, freeFrom } = c.req.valid('json')
      const { position } = await changeDeliveryPrices(store, commandContext(c), {
        seen,
        ranges: ranges.map(({ price, ...range }) => ({ ...range, priceCents: toCents(price) ?? 0 })),
        freeFromCents: freeFrom === null ? null : toCents(freeFrom),
      })
      notePosition(c, position)
      await positions.waitFor(['delivery'], position)
      return c.json(await findDeliveryTable(db), 200)
    })
}
