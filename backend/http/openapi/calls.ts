// Each call in a sentence, what it returns and what it may refuse beside what every call of its kind may. A call that is missing here, or
// that the router does not know, fails the test of the document.
import { z } from 'zod'
import * as answers from './answers.ts'
import { auditCalls } from './audit-calls.ts'
import { batchCalls } from './batch-calls.ts'
import type { Call } from './call.ts'
import { orderCalls } from './order-calls.ts'
import { panelCalls } from './panel-calls.ts'
import { sessionCalls } from './session-calls.ts'

const { cart, message, product, user } = answers
const signedIn = z.object({ user, msg: z.string(), marcaTiempoLogin: z.iso.datetime() })
const signedInByGoogle = signedIn.extend({ redirect: z.string().nullable() })
const state = z.object({ status: z.string() })
const google = ['google_refused', 'google_link_required', 'google_taken', 'email_unverified'] as const
const googleFailures = [...google, 'sign_in_unavailable', 'user_banned', 'user_erased'] as const

export const calls: Readonly<Record<string, Call>> = {
  'GET /api/health': { does: 'Whether the process serves.', returns: [200, state] },
  'GET /api/ready': {
    does: 'Whether the process has started and reaches its database; 503 if not.',
    returns: [200, state],
  },
  'GET /api/openapi.json': { does: 'This document.', returns: [200, z.record(z.string(), z.unknown())] },
  'GET /api/docs': { does: 'This document as a page for people.', returns: [200, null] },
  'GET /api/feed': {
    does: 'The log after a position, for programs: at least once, in order, personal fields null. Remember `next`, ask again after it.',
    returns: [200, answers.feed],
  },
  'GET /api/feed/schema': {
    does: 'Each event type with the JSON schema of its data.',
    returns: [200, answers.feedSchemas],
  },
  'GET /api/live': {
    does: 'Products whose price, stock or sale has changed, as it happens, after a position; `refresh`: too much to tell, ask anew.',
    returns: [200, answers.liveNews],
    refuses: ['too_many_requests'],
    streams: true,
  },
  'GET /api/shop': {
    does: 'What anybody may know of the shop.',
    returns: [200, z.object({ supportEmail: z.string() })],
  },
  'GET /api/catalogue': {
    does: 'A page of what can be bought: searched, filtered, sorted and counted by category.',
    returns: [200, answers.cataloguePage],
    kept: true,
  },
  'GET /api/catalogue/offers': {
    does: 'Products whose price fell of late, the greatest fall first.',
    returns: [200, z.array(answers.offer)],
    kept: true,
  },
  'GET /api/catalogue/shelf': {
    does: 'A few products that can be bought: the newest, or what buyers rate best; `beside`: of the category of this product, without itself.',
    returns: [200, z.array(answers.shelfItem)],
    kept: true,
  },
  'GET /api/product': {
    does: 'All products by id, a thousand at a time; active ones only, except for the staff who read the catalogue.',
    returns: [200, z.array(product)],
    kept: true,
  },
  'GET /api/product/search': {
    does: 'Products whose name contains a text.',
    returns: [200, z.array(product)],
    kept: true,
  },
  'POST /api/product/sort': {
    does: 'The active products by name or price.',
    returns: [200, z.array(product)],
    kept: true,
  },
  'GET /api/product/getcategories/all': {
    does: 'The categories that have products.',
    returns: [200, z.array(z.object({ category: z.string() }))],
  },
  'GET /api/product/:id': { does: 'One product.', returns: [200, product], refuses: ['not_found'], kept: true },
  'GET /api/product/:id/reviews': {
    does: 'A page of the reviews of a product, newest first, or by score.',
    returns: [200, answers.reviewsPage],
    refuses: ['not_found'],
    kept: true,
  },
  'POST /api/product/new': { does: 'Adds a product.', returns: [201, z.object({ product, msg: z.string() })] },
  'POST /api/product/modifyproduct': {
    does: 'Makes a product what is sent, whole.',
    returns: [200, z.object({ product, msg: z.string() })],
    refuses: ['not_found', 'below_held_stock', 'product_changed'],
  },
  'POST /api/product/addreviewscore': {
    does: "Posts the caller's review of a product, or revises it.",
    returns: [201, product],
    refuses: ['not_found', 'forbidden'],
  },
  'POST /api/product/deletereviewscore': { does: 'Deletes a review.', returns: [200, product], refuses: ['not_found'] },
  'GET /api/users': {
    does: 'All accounts for the staff who read them, the own one for anybody else.',
    returns: [200, z.array(user)],
  },
  'GET /api/users/search': { does: 'Accounts whose name contains a text.', returns: [200, z.array(user)] },
  'GET /api/users/:id': {
    does: 'One account: the own one, or any for the staff who read them.',
    returns: [200, user],
    refuses: ['not_found'],
  },
  'POST /api/users/new': {
    does: 'Makes an account and signs it in.',
    returns: [201, signedIn],
    refuses: ['forbidden', 'email_in_use'],
  },
  'POST /api/users/verifyuser': {
    does: 'Signs in by e-mail and password.',
    returns: [200, signedIn],
    refuses: ['wrong_credentials', 'user_banned', 'too_many_attempts'],
  },
  'POST /api/users/loginwithgoogle': {
    does: "Signs in by the provider's signed credential.",
    returns: [200, signedInByGoogle],
    refuses: googleFailures,
  },
  'POST /api/users/passwordreset': {
    does: 'Sends a link for a new password, if the e-mail has an account; the answer does not tell.',
    returns: [202, message],
    refuses: ['too_many_attempts'],
  },
  'POST /api/users/setpassword': {
    does: 'Sets a new password by the link of the mail; ends all sessions.',
    returns: [200, message],
    refuses: ['reset_link_invalid'],
  },
  'POST /api/users/modifyuser': {
    does: 'Changes of an account what is sent otherwise than it is: name and picture by its person, activity and role by admins.',
    returns: [200, z.object({ user: user.nullable(), msg: z.string() })],
    refuses: [
      ...(['not_found', 'forbidden', 'last_admin', 'role_changed', 'admin_stays_active', 'user_erased'] as const),
      ...(['role_key_missing', 'role_key_rejected', 'role_change_blocked', 'role_key_unset'] as const),
    ],
  },
  'POST /api/users/:id/avatar': {
    does: "Takes a picture of the caller's own, drawn anew.",
    returns: [201, z.object({ imageUrl: z.string().nullable() })],
    refuses: ['forbidden'],
  },
  'GET /api/users/:id/data': {
    does: 'All that the shop knows of the caller, as a file.',
    returns: [200, z.record(z.string(), z.unknown())],
    refuses: ['not_found'],
  },
  'GET /api/users/:id/address': {
    does: 'Where the caller has things shipped, null if the account keeps no address.',
    returns: [200, answers.keptAddress],
    refuses: ['not_found'],
  },
  'POST /api/users/address': {
    does: "Keeps an address in the caller's account, or removes it with null.",
    returns: [200, answers.keptAddress],
    refuses: ['not_found', 'user_erased'],
  },
  'POST /api/users/erase': {
    does: "Erases the caller's account for ever.",
    returns: [200, message],
    refuses: ['not_found', 'last_admin', 'user_erased'],
  },
  ...sessionCalls,
  'POST /api/auth/google/start': {
    does: 'Begins a sign-in at the provider: the address to go to.',
    returns: [200, z.object({ url: z.string(), nonce: z.string() })],
    refuses: ['sign_in_unavailable'],
  },
  'POST /api/auth/google/finish': {
    does: 'Ends a sign-in with what the provider sent back.',
    returns: [200, signedInByGoogle],
    refuses: [...googleFailures, 'google_cancelled'],
  },
  'POST /api/auth/google/link': {
    does: 'Links a provider account to the account with the same e-mail, by its password.',
    returns: [200, signedInByGoogle],
    refuses: [...googleFailures, 'wrong_credentials', 'too_many_attempts'],
  },
  'POST /api/send-email': {
    does: "Sends one of the shop's own mails to the caller, or what the contact page says to the shop.",
    returns: [202, message],
    refuses: ['unauthenticated', 'forbidden', 'mail_unavailable'],
  },
  'GET /api/cart/:id': { does: "The caller's cart.", returns: [200, cart], refuses: ['not_found'] },
  'POST /api/cart/addproducttocart': {
    does: 'Adds units of a product.',
    returns: [200, cart],
    refuses: ['not_found', 'out_of_stock', 'cart_full'],
  },
  'POST /api/cart/setquantity': {
    does: 'Sets the units of a line.',
    returns: [200, cart],
    refuses: ['not_found', 'out_of_stock'],
  },
  'POST /api/cart/deleteitem': { does: 'Takes a line out.', returns: [200, cart], refuses: ['not_found'] },
  'POST /api/cart/correct': {
    does: 'Makes the cart what can be bought of it.',
    returns: [200, cart],
    refuses: ['not_found'],
  },
  'POST /api/cart/buyagain': {
    does: "Puts what the caller's order held into the cart again, as far as it can be had, once for each mergeId.",
    returns: [200, z.object({ cart, differences: z.array(z.record(z.string(), z.unknown())) })],
    refuses: ['not_found', 'cart_full'],
  },
  'POST /api/cart/addcartfromlocalstorage': {
    does: "Merges a browser's cart, once for each mergeId.",
    returns: [200, cart.extend({ dropped: z.array(z.unknown()) })],
    refuses: ['not_found'],
  },
  ...orderCalls,
  ...panelCalls,
  ...batchCalls,
  ...auditCalls,
}
