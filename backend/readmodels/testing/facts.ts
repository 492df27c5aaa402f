// For tests: what happens to products, accounts and carts.

import type { CartEvent } from '#backend/domain/cart/cart.events.ts'
import type { ProductEvent } from '#backend/domain/product/product.events.ts'
import type { ReviewEvent } from '#backend/domain/review/review.events.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import { unsaid } from '#backend/domain/testing/plain-product.ts'
import { pricedAt } from '#backend/domain/testing/priced-at.ts'
import type { UserEvent } from '#backend/domain/user/user.events.ts'

const details = {
  ...unsaid,
  name: 'Ñandú Pad',
  description: 'Alfombrilla "XL"',
  category: 'Periféricos',
  imageUrl: '/img/pad.webp',
  specs: [{ name: 'Ancho', value: '90 cm' }],
}

export const productAdded = (productId: number): ProductEvent => ({
  type: 'ProductAdded',
  data: { productId, ...details, ...pricedAt(1050), currency: 'ARS' },
})
export const detailsChanged = (productId: number, name: string): ProductEvent => ({
  type: 'ProductDetailsChanged',
  data: { productId, ...details, name, specs: [] },
})
export const priceChanged = (productId: number, priceCents: number): ProductEvent => ({
  type: 'ProductPriceChanged',
  data: { productId, ...pricedAt(priceCents), currency: 'USD' },
})
export const picturesChanged = (productId: number, pictures: { url: string; alt: string }[]): ProductEvent => ({
  type: 'ProductPicturesChanged',
  data: { productId, pictures },
})
export const deactivated = (productId: number): ProductEvent => ({ type: 'ProductDeactivated', data: { productId } })
export const activated = (productId: number): ProductEvent => ({ type: 'ProductActivated', data: { productId } })

export const productCarriedForward = (productId: number): ProductEvent => ({
  type: 'ProductCarriedForward',
  data: {
    productId,
    ...details,
    ...pricedAt(1050),
    currency: 'ARS',
    isActive: true,
    pictures: [{ url: '/img/pad.webp', alt: '' }],
  },
})

export const adjusted = (productId: number, delta: number): StockEvent => ({
  type: 'StockAdjusted',
  data: { productId, delta },
})
export const moved = <Type extends Exclude<StockEvent['type'], 'StockAdjusted'>>(
  type: Type,
  productId: number,
  quantity: number,
) => ({ type, data: { productId, orderId: 9, quantity } })

export const posted = (productId: number, userId: number, score: number, text = 'Va bien.') =>
  ({ type: 'ReviewPosted', data: { productId, userId, score, text } }) satisfies ReviewEvent
/** scores: the previous one and the new one. */
export const revised = (
  productId: number,
  userId: number,
  [previousScore, score]: [number, number],
  text = 'Va bien.',
) =>
  ({
    type: 'ReviewRevised',
    data: { productId, userId, score, text, previousScore, answer: null },
  }) satisfies ReviewEvent
export const answered = (
  productId: number,
  userId: number,
  text: string,
  type: 'ReviewAnswered' | 'ReviewAnswerChanged' = 'ReviewAnswered',
) => ({ type, data: { productId, userId, text } }) satisfies ReviewEvent
export const answerWithdrawn = (productId: number, userId: number): ReviewEvent => ({
  type: 'ReviewAnswerWithdrawn',
  data: { productId, userId },
})
export const reviewDeleted = (productId: number, userId: number, previousScore: number) =>
  ({ type: 'ReviewDeleted', data: { productId, userId, previousScore, reason: null } }) satisfies ReviewEvent

export const registered = (userId: number, name = 'Zoraida'): UserEvent => ({
  type: 'UserRegistered',
  data: { userId, name, email: `${name.toLowerCase()}@gamertech.test`, method: 'password' },
})
export const banned = (userId: number) =>
  ({ type: 'UserBanned', data: { userId, reason: 'abuso', note: null } }) satisfies UserEvent
export const linked = (userId: number): UserEvent => ({
  type: 'GoogleLinked',
  data: { userId, issuer: 'https://accounts.example', subject: '1', email: 'zoraida@gamertech.test' },
})
export const renamed = (userId: number, name: string): UserEvent => ({ type: 'UserRenamed', data: { userId, name } })
export const pictured = (userId: number, imageUrl: string | null): UserEvent => ({
  type: 'UserAvatarChanged',
  data: { userId, imageUrl },
})
export const keyRejected = (userId: number, targetId: number): UserEvent => ({
  type: 'RoleKeyRejected',
  data: { userId, targetId },
})
type Became =
  | 'AdminGranted'
  | 'AdminRevoked'
  | 'RoleBlockLifted'
  | 'UserReinstated'
  | 'PasswordResetRequested'
  | 'PasswordChanged'
  | 'UserErased'
  | 'UserAddressRemoved'
export const became = (type: Became, userId: number) => ({ type, data: { userId } }) satisfies UserEvent

export const staffed = (type: 'StaffRoleGranted' | 'StaffRoleRevoked', userId: number) =>
  ({ type, data: { userId, role: 'support' as const } }) satisfies UserEvent

export const addressed = (userId: number): UserEvent => ({
  type: 'UserAddressChanged',
  data: {
    userId,
    recipient: 'Lía Sosa',
    street: 'Mitre 123',
    floor: '',
    city: 'Rosario',
    province: 'Santa Fe',
    postalCode: '2000',
    phone: '341 555-1234',
  },
})

export const line = (productId: number, quantity: number) => ({ productId, quantity })
export const added = (userId: number, productId: number, quantity: number): CartEvent => ({
  type: 'ItemAddedToCart',
  data: { userId, productId, quantity },
})
export const quantityChanged = (userId: number, productId: number, quantity: number): CartEvent => ({
  type: 'ItemQuantityChanged',
  data: { userId, productId, quantity },
})
export const removed = (userId: number, productId: number): CartEvent => ({
  type: 'ItemRemovedFromCart',
  data: { userId, productId },
})
export const merged = (userId: number, productId: number, quantity: number): CartEvent => ({
  type: 'CartMerged',
  data: { userId, mergeId: 'm-1', lines: [line(productId, quantity)], dropped: [99] },
})
export const corrected = (userId: number, productId: number, quantity: number, gone: number): CartEvent => ({
  type: 'CartCorrected',
  data: { userId, lines: [line(productId, quantity)], removed: [gone] },
})
export const checkoutStarted = (userId: number, orderId: number): CartEvent => ({
  type: 'CheckoutStarted',
  data: { userId, orderId },
})
export const transferStarted = (userId: number, orderId: number, productId: number, quantity: number): CartEvent => ({
  type: 'TransferStarted',
  data: { userId, orderId, holdUntil: '2026-11-24T12:00:00.000Z', lines: [line(productId, quantity)] },
})
export const ordered = (userId: number, orderId: number, productId: number, quantity: number): CartEvent => ({
  type: 'CartOrdered',
  data: { userId, orderId, lines: [line(productId, quantity)] },
})

export const cartCarriedForward = (userId: number, ...lines: [productId: number, quantity: number][]): CartEvent => ({
  type: 'CartCarriedForward',
  data: {
    userId,
    lines: lines.map(([id, quantity]) => line(id, quantity)),
    mergeIds: ['m-1'],
    unpaidOrderIds: [9],
    transfers: [],
    hasPaid: false,
  },
})
