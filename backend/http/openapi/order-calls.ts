// Paying, and what becomes of an order: each call in a sentence.
import { z } from 'zod'
import { type Call, message } from '#backend/http/contract/call.ts'
import { order, orderDetail, shippedOrder } from './answers.ts'

const preference = z.object({
  id: z.string(),
  initPoint: z.string(),
  orderId: z.int(),
  total: z.number(),
  currency: z.string(),
  holdUntil: z.iso.datetime(),
})

const lookedUp = orderDetail
  .pick({ id: true, state: true, placedAt: true })
  .extend({ isPickup: z.boolean(), timeline: z.array(z.object({ state: z.string(), at: z.iso.datetime() })) })

export const orderCalls: Readonly<Record<string, Call>> = {
  'GET /api/payment/config': {
    does: 'What the browser needs of the payment provider.',
    returns: z.object({ publicKey: z.string(), scriptUrl: z.string() }),
  },
  'POST /api/payment/create_preference': {
    does: "Places an order of the caller's cart at the server's prices, holds its stock and opens the payment.",
    returns: preference,
    refuses: [
      ...(['cart_empty', 'cart_changed', 'stale_total', 'out_of_stock', 'payment_unavailable'] as const),
      ...(['checkout_paused', 'first_purchase_limit', 'too_many_held'] as const),
    ],
  },
  'POST /api/payment/return': {
    does: 'The order after the way back from the provider, who is asked.',
    returns: orderDetail,
    refuses: ['not_found'],
  },
  'POST /api/payment/webhook': {
    does: "The provider's signed notice.",
    returns: z.object({ received: z.boolean() }),
    refuses: ['validation', 'bad_signature', 'too_many_requests'],
  },
  'GET /api/purchase': { does: 'All orders.', returns: z.array(order) },
  'GET /api/purchase/:id': {
    does: 'The orders of one account, `size` a page: the own one, or any for the staff who read orders.',
    returns: z.array(order),
    refuses: ['not_found'],
  },
  'POST /api/purchase/new': {
    does: "The caller's order as it is; makes nothing paid.",
    returns: orderDetail,
    refuses: ['not_found'],
  },
  'GET /api/order/open': {
    does: "The caller's order that waits for its payment, null if there is none.",
    returns: z.object({ order: orderDetail.nullable() }),
  },
  'GET /api/order/:id': {
    does: "One order: the caller's, or any for the staff who read orders.",
    returns: shippedOrder,
    refuses: ['not_found'],
  },
  'POST /api/order/:id/cancel': {
    does: "Cancels the caller's order that is not paid.",
    returns: orderDetail,
    refuses: ['not_found', 'order_not_open', 'payment_unavailable'],
  },
  'POST /api/order/lookup': {
    does: 'How an order stands, for who knows its number and the e-mail of its buyer.',
    returns: lookedUp,
    refuses: ['not_found'],
  },
  'POST /api/order/withdrawal': {
    does: 'Takes a purchase back, for who knows its number and the e-mail of its buyer; a code comes by mail.',
    status: 202,
    returns: message,
    refuses: ['not_found', 'order_not_paid', 'withdrawal_too_late'],
  },
  'POST /api/order/:id/refund': {
    does: "Gives a part of a paid order's money back: for units of its lines, or an amount.",
    returns: orderDetail,
    refuses: ['not_found', 'order_not_open', 'refund_too_large'],
  },
  'POST /api/order/:id/refund/retry': {
    does: 'Asks again for a part of the money, or a whole payment, that the provider refused, or did not answer.',
    returns: orderDetail,
    refuses: ['not_found', 'order_not_open', 'refund_too_large', 'payment_not_acceptable'],
  },
  'POST /api/order/:id/refund/dismiss': {
    does: 'Notes how a part of the money, or a whole payment, was settled that the provider refuses to give back.',
    returns: orderDetail,
    refuses: ['not_found', 'payment_not_acceptable'],
  },
  'POST /api/order/:id/aside': {
    does: 'Deals with a payment that was set aside: it counts for its order, it goes back, or nothing is left to do.',
    returns: orderDetail,
    refuses: ['not_found', 'payment_not_acceptable', 'out_of_stock', 'payment_unavailable'],
  },
  'POST /api/order/:id/prepare': {
    does: 'Notes that a paid order is packed.',
    returns: orderDetail,
    refuses: ['not_found', 'order_not_ready'],
  },
  'POST /api/order/:id/ship': {
    does: 'Notes that a prepared order is with a carrier.',
    returns: orderDetail,
    refuses: ['not_found', 'order_not_ready', 'other_delivery'],
  },
  'POST /api/order/:id/deliver': {
    does: 'Notes that a shipped order arrived.',
    returns: orderDetail,
    refuses: ['not_found', 'order_not_ready', 'other_delivery'],
  },
  'POST /api/order/:id/ready': {
    does: 'Notes that a prepared order can be picked up.',
    returns: orderDetail,
    refuses: ['not_found', 'order_not_ready', 'other_delivery'],
  },
  'POST /api/order/:id/handover': {
    does: 'Notes that an order was picked up, which counts as its delivery.',
    returns: orderDetail,
    refuses: ['not_found', 'order_not_ready', 'other_delivery'],
  },
}
