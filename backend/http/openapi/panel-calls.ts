// The calls of the control panel.
import { z } from 'zod'
import { synonymsAnswer } from '#backend/domain/synonyms/synonyms.contract.ts'
import { userAnswer } from '#backend/domain/user/user.contract.ts'
import type { Call } from '#backend/http/contract/call.ts'
import * as answers from './answers.ts'
import * as overview from './overview-answers.ts'

export const panelCalls: Readonly<Record<string, Call>> = {
  'GET /api/panel/products': { does: 'A page of all products.', returns: answers.panelProducts },
  'GET /api/panel/reviewed': { does: 'A page of the products with reviews.', returns: answers.panelProducts },
  'GET /api/panel/orders': {
    does: 'A page of all orders with their buyers, or of those with this number, of buyers who are called so, or placed in these days.',
    returns: answers.panelOrders,
  },
  'GET /api/panel/users': { does: 'A page of all accounts.', returns: answers.panelUsers },
  'GET /api/panel/overview/sales': {
    does: 'Sixty days of sales, the orders by state, and what waits for a decision.',
    returns: overview.sales,
  },
  'GET /api/panel/overview/products': {
    does: 'What sells best, what is sold out though it sells, and what to order again.',
    returns: overview.products,
  },
  'GET /api/panel/overview/reviews': { does: 'The newest reviews.', returns: overview.reviews },
  'GET /api/panel/overview/accounts': { does: 'The suspensions of the last week.', returns: overview.accounts },
  'GET /api/panel/orders/:id': {
    does: 'One order with its buyer.',
    returns: answers.panelOrderDetail,
    refuses: ['not_found'],
  },
  'GET /api/panel/orders/:id/payments': {
    does: "The payments of an order in the provider's own words, what is of the payer covered.",
    returns: z.object({ payments: z.array(z.record(z.string(), z.unknown())) }),
    refuses: ['not_found', 'payment_unavailable'],
  },
  'GET /api/panel/unmatched': {
    does: 'Payments that name no order: those that are left to deal with, then the others, the newest first; at most fifty.',
    returns: overview.unmatchedPayments,
  },
  'POST /api/panel/unmatched/:id': {
    does: 'Deals with a payment of no order: it goes back in full, or nothing is left to do.',
    returns: overview.unmatchedPayments,
    refuses: ['not_found', 'payment_not_acceptable', 'payment_unavailable'],
  },
  'GET /api/panel/users/:id': {
    does: 'One account, with the sessions and the order that it has open.',
    returns: z.object({
      user: userAnswer,
      sessions: z.int(),
      openOrder: z.object({ id: z.int(), total: z.number(), holdUntil: z.iso.datetime() }).nullable(),
    }),
    refuses: ['not_found'],
  },
  'POST /api/panel/pictures': {
    does: 'Takes a picture for products, drawn anew; returns where it is shown.',
    status: 201,
    returns: z.object({ url: z.string() }),
  },
  'GET /api/panel/synonyms': {
    does: 'What people call things by another name, a line a meaning.',
    returns: synonymsAnswer,
  },
  'POST /api/panel/synonyms': {
    does: 'Puts this list of synonyms in the place of the present one, or of the one that it says it has seen.',
    refuses: ['synonyms_changed'],
    returns: synonymsAnswer,
  },
}
