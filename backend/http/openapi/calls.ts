// Each call in a sentence, what it returns and what it may refuse beside what every call of its kind may. A call that is missing here, or
// that the router does not know, fails the test of the document.
import { z } from 'zod'
import type { Call } from '#backend/http/contract/call.ts'
import * as answers from './answers.ts'
import { orderCalls } from './order-calls.ts'
import { panelCalls } from './panel-calls.ts'

const { product } = answers

export const calls: Readonly<Record<string, Call>> = {
  'GET /api/feed': {
    does: 'The log after a position, for programs: at least once, in order, personal fields null. Remember `next`, ask again after it.',
    returns: answers.feed,
  },
  'GET /api/feed/schema': {
    does: 'Each event type with the JSON schema of its data.',
    returns: answers.feedSchemas,
  },
  'GET /api/live': {
    does: 'Products whose price, stock or sale has changed, as it happens, after a position; `refresh`: too much to tell, ask anew.',
    returns: answers.liveNews,
    refuses: ['too_many_requests'],
    streams: true,
  },
  'GET /api/catalogue': {
    does: 'A page of what can be bought: searched, filtered, sorted and counted by category.',
    returns: answers.cataloguePage,
    kept: true,
  },
  'GET /api/catalogue/offers': {
    does: 'Products whose price fell of late, the greatest fall first.',
    returns: z.array(answers.offer),
    kept: true,
  },
  'GET /api/catalogue/shelf': {
    does: 'A few products that can be bought: the newest, or what buyers rate best; `beside`: of the category of this product, without itself.',
    returns: z.array(answers.shelfItem),
    kept: true,
  },
  'GET /api/product': {
    does: 'All products by id, a thousand at a time; active ones only, except for the staff who read the catalogue.',
    returns: z.array(product),
    kept: true,
  },
  'GET /api/product/search': {
    does: 'Products whose name contains a text.',
    returns: z.array(product),
    kept: true,
  },
  'POST /api/product/sort': {
    does: 'The active products by name or price.',
    returns: z.array(product),
    kept: true,
  },
  'GET /api/product/getcategories/all': {
    does: 'The categories that have products.',
    returns: z.array(z.object({ category: z.string() })),
  },
  'GET /api/product/:id': { does: 'One product.', returns: product, refuses: ['not_found'], kept: true },
  'GET /api/product/:id/reviews': {
    does: 'A page of the reviews of a product, newest first, or by score.',
    returns: answers.reviewsPage,
    refuses: ['not_found'],
    kept: true,
  },
  'POST /api/product/new': { does: 'Adds a product.', status: 201, returns: z.object({ product, msg: z.string() }) },
  'POST /api/product/modifyproduct': {
    does: 'Makes a product what is sent, whole.',
    returns: z.object({ product, msg: z.string() }),
    refuses: ['not_found', 'below_held_stock', 'product_changed'],
  },
  'POST /api/product/addreviewscore': {
    does: "Posts the caller's review of a product, or revises it.",
    status: 201,
    returns: product,
    refuses: ['not_found', 'forbidden'],
  },
  'POST /api/product/deletereviewscore': { does: 'Deletes a review.', returns: product, refuses: ['not_found'] },
  ...orderCalls,
  ...panelCalls,
}
