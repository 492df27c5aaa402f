// The calls of the control panel.
import { z } from 'zod'
import * as answers from './answers.ts'
import type { Call } from './call.ts'
import * as operations from './operations-answers.ts'
import * as overview from './overview-answers.ts'

const csvFile = { returns: [200, z.string()], file: 'text/csv' } as const

export const panelCalls: Readonly<Record<string, Call>> = {
  'GET /api/panel/products': { does: 'A page of all products.', returns: [200, answers.panelProducts] },
  'GET /api/panel/reviewed': { does: 'A page of the products with reviews.', returns: [200, answers.panelProducts] },
  'GET /api/panel/orders': {
    does: 'A page of all orders with their buyers, or of those with this number, of buyers who are called so, or placed in these days.',
    returns: [200, answers.panelOrders],
  },
  'GET /api/panel/users': { does: 'A page of all accounts.', returns: [200, answers.panelUsers] },
  'GET /api/panel/exports/products': {
    does: 'All products of the list as a file, with the columns that an import takes.',
    ...csvFile,
  },
  'GET /api/panel/exports/orders': {
    does: 'All orders of the list as a file; names of the buyers only for who may export accounts, which is recorded.',
    ...csvFile,
  },
  'GET /api/panel/exports/users': {
    does: 'All accounts of the list as a file; names and e-mails only for who may export them, which is recorded.',
    ...csvFile,
  },
  'GET /api/panel/overview/sales': {
    does: 'Sixty days of sales, the orders by state, and what waits for a decision.',
    returns: [200, overview.sales],
  },
  'GET /api/panel/overview/products': {
    does: 'What sells best, what is sold out though it sells, and what to order again.',
    returns: [200, overview.products],
  },
  'GET /api/panel/overview/reviews': { does: 'The newest reviews.', returns: [200, overview.reviews] },
  'GET /api/panel/overview/accounts': { does: 'The suspensions of the last week.', returns: [200, overview.accounts] },
  'GET /api/panel/orders/:id': {
    does: 'One order with its buyer.',
    returns: [200, answers.panelOrderDetail],
    refuses: ['not_found'],
  },
  'GET /api/panel/orders/:id/payments': {
    does: "The payments of an order in the provider's own words, what is of the payer covered.",
    returns: [200, z.object({ payments: z.array(z.record(z.string(), z.unknown())) })],
    refuses: ['not_found', 'payment_unavailable'],
  },
  'GET /api/panel/unmatched': {
    does: 'Payments that name no order: those that are left to deal with, then the others, the newest first; at most fifty.',
    returns: [200, overview.unmatchedPayments],
  },
  'POST /api/panel/unmatched/:id': {
    does: 'Deals with a payment of no order: it goes back in full, or nothing is left to do.',
    returns: [200, overview.unmatchedPayments],
    refuses: ['not_found', 'payment_not_acceptable', 'payment_unavailable'],
  },
  'GET /api/panel/users/:id': {
    does: 'One account, with the sessions and the order that it has open.',
    returns: [
      200,
      z.object({
        user: answers.user,
        sessions: z.int(),
        openOrder: z.object({ id: z.int(), total: z.number(), holdUntil: z.iso.datetime() }).nullable(),
      }),
    ],
    refuses: ['not_found'],
  },
  'GET /api/panel/views': { does: 'The views of the panel that the caller keeps.', returns: [200, answers.panelViews] },
  'POST /api/panel/views': {
    does: 'Puts this list of views in the place of the one with the revision that was seen.',
    returns: [200, answers.panelViews],
    refuses: ['views_changed'],
  },
  'POST /api/panel/pictures': {
    does: 'Takes a picture for products, drawn anew; returns where it is shown.',
    returns: [201, z.object({ url: z.string() })],
  },
  'GET /api/panel/synonyms': {
    does: 'What people call things by another name, a line a meaning.',
    returns: [200, answers.synonyms],
  },
  'POST /api/panel/synonyms': {
    does: 'Puts this list of synonyms in the place of the present one, or of the one that it says it has seen.',
    refuses: ['synonyms_changed'],
    returns: [200, answers.synonyms],
  },
  'GET /api/panel/delivery': {
    does: 'What shipping costs, by ranges of postal codes.',
    returns: [200, answers.deliveryTable],
  },
  'POST /api/panel/delivery': {
    does: 'Puts this table of prices in the place of the revision that it names.',
    returns: [200, answers.deliveryTable],
    refuses: ['delivery_changed'],
  },
  'GET /api/panel/operations': {
    does: 'Where every projection and reactor is, the job queue, the processes and the end of the log.',
    returns: [200, operations.operationsStatus],
  },
  'GET /api/panel/operations/deadletters': {
    does: 'Rows and streams that stand still at an event.',
    returns: [200, operations.deadLetters],
  },
  'GET /api/panel/operations/work/:id': {
    does: 'One thing that was asked of the machinery: how far it is, and what it found.',
    returns: [200, operations.work],
    refuses: ['not_found'],
  },
  'POST /api/panel/operations': {
    does: 'Asks something of the machinery: a rebuild, a pause, a verification.',
    returns: [200, operations.work],
    refuses: ['not_found', 'operation_refused'],
  },
}
