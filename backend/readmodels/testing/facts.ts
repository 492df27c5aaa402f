// For tests: small facts to fold, and for each read model a history in which every event that it handles happens to one of two entities.
import type { CartEvent } from '#backend/domain/cart/cart.events.ts'
import type { OrderEvent } from '#backend/domain/order/order.events.ts'
import type { PaymentEvent } from '#backend/domain/payment/payment.events.ts'
import type { ProductEvent } from '#backend/domain/product/product.events.ts'
import type { ReviewEvent } from '#backend/domain/review/review.events.ts'
import type { StockEvent } from '#backend/domain/stock/stock.events.ts'
import type { UserEvent } from '#backend/domain/user/user.events.ts'
import type { HandledEvent } from '#backend/eventstore/projections/projection.ts'
import type { ReadModel } from '#backend/readmodels/projections.ts'

const details = {
  name: 'Ñandú Pad',
  description: 'Alfombrilla "XL"',
  category: 'Periféricos',
  imageUrl: '/img/pad.webp',
  specs: [{ name: 'Ancho', value: '90 cm' }],
}

export const productAdded = (productId: number): ProductEvent => ({
  type: 'ProductAdded',
  data: { productId, ...details, priceCents: 1050, currency: 'ARS' },
})
export const detailsChanged = (productId: number, name: string): ProductEvent => ({
  type: 'ProductDetailsChanged',
  data: { productId, ...details, name, specs: [] },
})
export const priceChanged = (productId: number, priceCents: number): ProductEvent => ({
  type: 'ProductPriceChanged',
  data: { productId, priceCents, currency: 'USD' },
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
    priceCents: 1050,
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
): ReviewEvent => ({ type: 'ReviewRevised', data: { productId, userId, score, text, previousScore } })
export const reviewDeleted = (productId: number, userId: number, previousScore: number): ReviewEvent => ({
  type: 'ReviewDeleted',
  data: { productId, userId, previousScore, reason: null },
})

export const registered = (userId: number, name = 'Zoraida'): UserEvent => ({
  type: 'UserRegistered',
  data: { userId, name, email: `${name.toLowerCase()}@gamertech.test`, method: 'password' },
})
export const banned = (userId: number) =>
  ({ type: 'UserBanned', data: { userId, reason: 'abuso', note: null } }) satisfies UserEvent
const linked = (userId: number): UserEvent => ({
  type: 'GoogleLinked',
  data: { userId, issuer: 'https://accounts.example', subject: '1', email: 'zoraida@gamertech.test' },
})
export const renamed = (userId: number, name: string): UserEvent => ({ type: 'UserRenamed', data: { userId, name } })
export const pictured = (userId: number, imageUrl: string | null): UserEvent => ({
  type: 'UserAvatarChanged',
  data: { userId, imageUrl },
})
const keyRejected = (userId: number, targetId: number): UserEvent => ({
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

const line = (productId: number, quantity: number) => ({ productId, quantity })
export const orderLine = (productId: number, quantity: number) => ({
  productId,
  name: 'Ñandú Pad',
  imageUrl: '/img/pad.webp',
  priceCents: 1050,
  quantity,
})
export const placed = (orderId: number, userId: number): Extract<OrderEvent, { type: 'OrderPlaced' }> => ({
  type: 'OrderPlaced',
  data: {
    orderId,
    userId,
    reference: `${orderId}-abc`,
    lines: [orderLine(3, 2)],
    totalCents: 2100,
    currency: 'ARS',
    holdUntil: '2026-11-21T12:15:00.000Z',
  },
})
/** As a projection reads it, which shows nothing personal. */
export const shippingAdded = (orderId: number, userId: number): OrderEvent => ({
  type: 'ShippingAdded',
  data: {
    orderId,
    userId,
    priceCents: 450,
    days: 4,
    recipient: null,
    street: null,
    floor: null,
    city: null,
    province: null,
    postalCode: null,
    phone: null,
  },
})
export const paid = (
  orderId: number,
  userId: number,
  ...productIds: number[]
): Extract<OrderEvent, { type: 'OrderPaid' }> => ({
  type: 'OrderPaid',
  data: { orderId, userId, productIds, paymentId: `p-${orderId}` },
})
export const refunded = (
  orderId: number,
  userId: number,
  wasPaid: boolean,
  ...productIds: number[]
): Extract<OrderEvent, { type: 'OrderRefunded' }> => ({
  type: 'OrderRefunded',
  data: { orderId, userId, productIds, paymentId: `p-${orderId}`, wasPaid },
})
export const shipment = { carrier: 'Andreani', tracking: 'AN-0001' }
export const prepared = (orderId: number): OrderEvent => ({ type: 'OrderPrepared', data: { orderId } })
export const shipped = (orderId: number): OrderEvent => ({ type: 'OrderShipped', data: { orderId, ...shipment } })
export const delivered = (orderId: number): OrderEvent => ({ type: 'OrderDelivered', data: { orderId } })
export const readyForPickup = (orderId: number): OrderEvent => ({ type: 'OrderReadyForPickup', data: { orderId } })
export const pickedUp = (orderId: number): OrderEvent => ({ type: 'OrderPickedUp', data: { orderId } })
export const withdrawn = (orderId: number): OrderEvent => ({
  type: 'WithdrawalRequested',
  data: { orderId, code: `A-${orderId}-1F2E` },
})
export const partRequested = (
  orderId: number,
  refund: number,
  amountCents: number,
  ...lines: ReturnType<typeof line>[]
) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ ...partOf(orderId, refund, amountCents), currency: 'ARS', reason: 'part', note: '' },
      ...{ lines, restocked: lines.length > 0 },
    },
  }) satisfies PaymentEvent
export const partRefunded = (orderId: number, refund: number, amountCents: number) =>
  ({ type: 'PaymentRefunded', data: partOf(orderId, refund, amountCents) }) satisfies PaymentEvent
export const approved = (orderId: number, amountCents: number) =>
  ({
    type: 'PaymentApproved',
    data: { orderId, paymentId: `p-${orderId}`, amountCents, currency: 'ARS' },
  }) satisfies PaymentEvent
export const allRefunded = (orderId: number, amountCents: number) =>
  ({ type: 'PaymentRefunded', data: partOf(orderId, 0, amountCents) }) satisfies PaymentEvent
export const setAside = (paymentId: string, orderId: number) =>
  ({ type: 'PaymentSetAside', data: { orderId, paymentId, differences: [] } }) satisfies PaymentEvent
export const partFound = (orderId: number, refund: number, amountCents: number) =>
  ({
    type: 'RefundFound',
    data: { ...partOf(orderId, refund, amountCents), currency: 'ARS' },
  }) satisfies PaymentEvent
type Failed = 'RefundRefused' | 'RefundUnanswered'
export const partFailed = (type: Failed, orderId: number, refund: number, amountCents: number) =>
  ({ type, data: { ...partOf(orderId, refund, amountCents), detail: 'no' } }) satisfies PaymentEvent
export const partRetried = (orderId: number, refund: number, amountCents: number) =>
  ({ type: 'RefundRetried', data: partOf(orderId, refund, amountCents) }) satisfies PaymentEvent
export const partDismissed = (orderId: number, refund: number, amountCents: number) =>
  ({
    type: 'RefundDismissed',
    data: { ...partOf(orderId, refund, amountCents), note: 'Se transfirió.' },
  }) satisfies PaymentEvent
const resolved = (orderId: number, paymentId: string) => ({ orderId, paymentId, note: 'Se habló con el comprador.' })
export const asideAccepted = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'SetAsidePaymentAccepted',
    data: { ...resolved(orderId, paymentId), amountCents, currency: 'ARS' },
  }) satisfies PaymentEvent
export const asideRefund = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ ...resolved(orderId, paymentId), refund: 0, amountCents, currency: 'ARS' },
      ...{ reason: 'set_aside', lines: [], restocked: false },
    },
  }) satisfies PaymentEvent
export const asideDismissed = (orderId: number, paymentId = `p-${orderId}`) =>
  ({ type: 'SetAsidePaymentDismissed', data: resolved(orderId, paymentId) }) satisfies PaymentEvent
export const refundRequested = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ orderId, paymentId, refund: 0, amountCents, currency: 'ARS' },
      ...{ reason: 'duplicate', note: '', lines: [], restocked: false },
    },
  }) satisfies PaymentEvent
export const refundFailed = (type: Failed, orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({ type, data: { orderId, paymentId, refund: 0, amountCents, detail: 'no' } }) satisfies PaymentEvent
export const refundRetried = (orderId: number, amountCents: number, paymentId = `p-${orderId}`) =>
  ({ type: 'RefundRetried', data: { orderId, paymentId, refund: 0, amountCents } }) satisfies PaymentEvent
export const refundDismissed = (orderId: number, paymentId = `p-${orderId}`) =>
  ({
    type: 'RefundDismissed',
    data: { ...resolved(orderId, paymentId), refund: 0, amountCents: 900 },
  }) satisfies PaymentEvent
const ofNone = (paymentId: string) => ({ orderId: null, paymentId, amountCents: 1050 })
export const unmatchedFound = (paymentId: string) =>
  ({
    type: 'UnmatchedPaymentFound',
    data: { ...ofNone(paymentId), currency: 'ARS', reference: 'mostrador-7' },
  }) satisfies PaymentEvent
export const unmatchedRefund = (paymentId: string) =>
  ({
    type: 'RefundRequested',
    data: {
      ...{ ...ofNone(paymentId), refund: 0, currency: 'ARS' },
      ...{ reason: 'set_aside', note: '', lines: [], restocked: false },
    },
  }) satisfies PaymentEvent
export const unmatchedFailed = (type: Failed, paymentId: string) =>
  ({ type, data: { ...ofNone(paymentId), refund: 0, detail: 'no' } }) satisfies PaymentEvent
export const unmatchedBack = (type: 'RefundRetried' | 'PaymentRefunded', paymentId: string) =>
  ({ type, data: { ...ofNone(paymentId), refund: 0 } }) satisfies PaymentEvent
export const unmatchedDismissed = (paymentId: string) =>
  ({ type: 'SetAsidePaymentDismissed', data: { orderId: null, paymentId, note: 'Se habló.' } }) satisfies PaymentEvent
export const unmatchedSettled = (paymentId: string) =>
  ({ type: 'RefundDismissed', data: { ...ofNone(paymentId), refund: 0, note: 'Por banco.' } }) satisfies PaymentEvent
const partOf = (orderId: number, refund: number, amountCents: number) => ({
  orderId,
  paymentId: `p-${orderId}`,
  refund,
  amountCents,
})
export const rejected = (orderId: number): OrderEvent => ({ type: 'OrderRejected', data: { orderId, paymentId: 'p' } })
export const expired = (orderId: number): OrderEvent => ({ type: 'OrderExpired', data: { orderId } })
export const cancelled = (orderId: number): OrderEvent => ({
  type: 'OrderCancelled',
  data: { orderId, reason: 'by_user' },
})
export const preference = (orderId: number): Extract<PaymentEvent, { type: 'PreferenceCreated' }> => ({
  type: 'PreferenceCreated',
  data: { orderId, preferenceId: 'pref', initPoint: `https://wallet.test/${orderId}` },
})

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
    lastOrderId: 9,
    unpaidOrderIds: [9],
    hasPaid: false,
  },
})

/** Per read model, events of two entities among which is every type that it handles. */
export const histories: { [Model in ReadModel as Model['name']]: HandledEvent<Model>[] } = {
  catalogue: [
    ...[productAdded(3), productAdded(4), detailsChanged(3, 'Mouse'), priceChanged(3, 990), deactivated(4)],
    picturesChanged(3, [{ url: '/img/a.webp', alt: 'De frente' }]),
    ...[activated(4), adjusted(3, 9), moved('StockHeld', 3, 4), moved('StockReleased', 3, 1)],
    ...[moved('StockConsumed', 3, 2), moved('StockReturned', 3, 1), posted(3, 7, 5), posted(3, 8, 1)],
    ...[revised(3, 7, [5, 4]), reviewDeleted(3, 8, 1), productCarriedForward(4)],
  ],
  carts: [
    ...[added(7, 3, 2), added(8, 3, 1), quantityChanged(7, 3, 5), merged(7, 4, 2), added(7, 5, 1), removed(7, 5)],
    ...[corrected(7, 3, 3, 4), checkoutStarted(7, 9), ordered(7, 9, 3, 1), cartCarriedForward(7, [3, 2])],
  ],
  orders: [
    ...[placed(9, 7), shippingAdded(9, 7), placed(10, 7), preference(9), rejected(10), paid(9, 7, 3)],
    ...[prepared(9), shipped(9), delivered(9), partRequested(9, 1, 1050, line(3, 1)), partRefunded(9, 1, 1050)],
    ...[partFound(9, 2, 50), withdrawn(9), refunded(9, 7, true, 3)],
    ...[asideAccepted(10, 1900), partRequested(10, 1, 100), partFailed('RefundUnanswered', 10, 1, 100)],
    ...[partFailed('RefundRefused', 10, 1, 100), partRetried(10, 1, 100), readyForPickup(10), pickedUp(10)],
    ...[partFailed('RefundRefused', 10, 1, 100), partDismissed(10, 1, 100)],
    ...[placed(11, 8), expired(11), placed(12, 8), cancelled(12)],
    ...[refundRequested(9, 1050, 'p-2'), refundFailed('RefundUnanswered', 9, 1050, 'p-2'), allRefunded(9, 1050)],
    ...[asideRefund(12, 900), refundFailed('RefundRefused', 12, 900), refundRetried(12, 900), refundDismissed(12)],
  ],
  purchases: [
    ...[paid(9, 7, 3, 4), paid(10, 7, 3), paid(11, 8, 3), refunded(9, 7, true, 3, 4), refunded(12, 8, false, 3)],
    paid(11, 7, 3, 4),
  ],
  reviews: [
    ...[posted(3, 7, 5), posted(4, 7, 2), posted(3, 8, 1)],
    ...[revised(3, 7, [5, 4], 'Mejor que antes: "ñandú"'), reviewDeleted(3, 8, 1)],
  ],
  deleted_reviews: [3, 4, 3].map((productId) => ({
    type: 'ReviewDeleted' as const,
    data: { productId, userId: 8, previousScore: 1, reason: 'Publicidad' },
  })),
  delivery: [
    { type: 'DeliveryPricesChanged', data: { revision: 1, ranges: [], freeFromCents: null } },
    {
      type: 'DeliveryPricesChanged',
      data: { revision: 2, ranges: [{ from: 1000, to: 1499, priceCents: 450, days: 3 }], freeFromCents: 9000 },
    },
  ],
  synonyms: [
    { type: 'SynonymsChanged', data: { lines: ['gpu, placa'] } },
    { type: 'SynonymsChanged', data: { lines: ['gpu, placa', 'cpu, "micro"'] } },
  ],
  daily_figures: [
    ...[placed(9, 7), approved(9, 2100), moved('StockConsumed', 3, 2), partRefunded(9, 1, 1050)],
    ...[partFound(9, 2, 50), allRefunded(9, 1000), posted(3, 7, 5), banned(8), asideAccepted(10, 1900)],
  ],
  product_sales: [moved('StockConsumed', 3, 4), moved('StockConsumed', 4, 1), moved('StockReturned', 3, 1)],
  payments_aside: [
    ...[setAside('p-1', 9), setAside('p-2', 9), setAside('p-3', 9), setAside('p-10', 10), setAside('p-4', 9)],
    ...[asideAccepted(9, 1900, 'p-1'), asideRefund(10, 1900), allRefunded(10, 1900), asideDismissed(9, 'p-3')],
    ...[allRefunded(11, 5), setAside('p-12', 12), asideRefund(12, 900), refundDismissed(12)],
  ],
  unmatched_payments: [
    ...[unmatchedFound('1'), unmatchedFound('2'), unmatchedRefund('1'), unmatchedFailed('RefundRefused', '1')],
    ...[unmatchedBack('RefundRetried', '1'), unmatchedFailed('RefundUnanswered', '1')],
    ...[unmatchedBack('PaymentRefunded', '1'), unmatchedDismissed('2'), unmatchedFound('3'), unmatchedRefund('3')],
    ...[unmatchedFailed('RefundRefused', '3'), unmatchedSettled('3')],
  ],
  users: [
    ...[
      registered(7),
      registered(8, 'Lía'),
      linked(7),
      became('AdminGranted', 7),
      banned(8),
      became('UserReinstated', 8),
    ],
    ...[addressed(8), became('UserAddressRemoved', 8)],
    ...[renamed(8, 'Lía Sosa'), pictured(8, '/avatar/8'), keyRejected(7, 8), became('RoleBlockLifted', 7)],
    ...[became('AdminGranted', 8), became('AdminRevoked', 8)],
    ...[staffed('StaffRoleGranted', 8), staffed('StaffRoleRevoked', 8), staffed('StaffRoleGranted', 8)],
    ...[became('PasswordResetRequested', 8), became('PasswordChanged', 8), became('UserErased', 7)],
  ],
}
