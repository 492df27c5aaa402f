import type pg from 'pg'
import { loadAvailability } from '#backend/commands/availability.ts'
import { addItemToCart } from '#backend/commands/cart.ts'
import { changeCart } from '#backend/commands/changes.ts'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { expireOrder } from '#backend/commands/expire-order.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { changeStock } from '#backend/commands/products/products.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { refundPayment } from '#backend/commands/refunds/refund-payment.ts'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import { cart } from '#backend/domain/cart/cart.ts'
import type { Echo } from '#backend/domain/order/quote.ts'
import { wholePayment } from '#backend/domain/payment/payment-ids.limits.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { AlreadyAccepted } from '#backend/eventstore/commands/command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { ClaimTaken, GuardRefused } from '#backend/eventstore/log/append-entry.ts'
import { RebuildBusy, rebuild } from '#backend/eventstore/projections/rebuild.ts'
import type { PaymentWallet } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import { projections } from '#backend/readmodels/projections.ts'
import { type Core, purchaseServices } from '#backend/shop.ts'
import type { ShopContext } from '#backend/shop-store.ts'
import { type Answer, type Command, currency, type PlacedOrder, seller } from './command.ts'

const wallet = { refund: async () => undefined } as Partial<PaymentWallet> as PaymentWallet

export function servicesOf(core: Core): PurchaseServices {
  const newcomers = { maxUnits: 99, maxProducts: 99, addressUnits: 99, stockPercent: 100 }
  const terms = { currency, holdMinutes: 15, maxUnits: 99, newcomers, publicUrl: 'http://127.0.0.1' }
  // Lifts the limit of unpaid holds, since a dozen buyers stand for a crowd.
  return { ...purchaseServices(core, terms, { wallet, seller }), maxUnpaidHolds: Number.POSITIVE_INFINITY }
}

/** Never throws. `id`: the command's uuid and its events' correlation; `owner`: a pool with the owner's rights. */
export async function carryOut(
  services: PurchaseServices,
  owner: pg.Pool,
  id: string,
  command: Command,
): Promise<Answer> {
  try {
    const context = { actor: 'operator', correlation: id, commandId: id } as const
    return { is: 'done', position: 0, appended: false, ...(await run(services, owner, context, command)) }
  } catch (error) {
    if (error instanceof AlreadyAccepted) return { is: 'done', position: error.position, appended: false }
    if (error instanceof Rejection) return { is: 'refused', code: error.code }
    if (error instanceof RebuildBusy || error instanceof GuardRefused || error instanceof ClaimTaken)
      return { is: 'refused', code: error.name }
    return { is: 'unknown', message: error instanceof Error ? error.message : String(error) }
  }
}

type Done = { position: number; appended?: boolean; order?: PlacedOrder }

async function run(
  services: PurchaseServices,
  owner: pg.Pool,
  context: ShopContext,
  command: Command,
): Promise<Done | undefined> {
  const { store, now } = services
  switch (command.do) {
    case 'add':
      return addItemToCart(store, context, command)
    case 'remove':
      return changeCart(store, context, { type: 'RemoveItemFromCart', ...command })
    case 'receive':
      return changeStock(store, context, { type: 'AdjustStock', productId: command.productId, delta: command.units })
    case 'place':
      return place(services, context, command.userId, command.echo ?? (await totalOf(services, command.userId)))
    case 'cancel':
      return endOrderNow(services, context, command.orderId, { type: 'CancelOrder', reason: 'by_user', now: now() })
    case 'expire':
      await expireOrder(services, context, command.orderId, raise)
      return undefined
    case 'pay':
      return pay(services, context, command)
    case 'refund':
      await refundPayment(services, context, { ...command, refund: wholePayment })
      return undefined
    case 'rebuild': {
      const projection = projections[command.nth % projections.length]
      if (projection) await rebuild({ pool: owner, store, projection })
      return undefined
    }
    default:
      return command satisfies never
  }
}

function raise(error: unknown): never {
  throw error
}

async function place(services: PurchaseServices, context: ShopContext, userId: number, echo: Echo): Promise<Done> {
  const { result, position, appended } = await placeOrder(services, context, userId, echo)
  const { orderId, reference, totalCents } = result.state
  return { position, appended, order: { orderId, reference, totalCents } }
}

async function totalOf({ store }: PurchaseServices, userId: number): Promise<Echo> {
  const { lines } = (await loadState(store, cart, userId)).state
  const ids = lines.map(({ productId }) => productId)
  const products = await loadAvailability(store, ids)
  const priceOf = (productId: number) => products.get(productId)?.priceCents ?? 0
  return { totalCents: lines.reduce((sum, { productId, quantity }) => sum + priceOf(productId) * quantity, 0) }
}

async function pay(
  services: PurchaseServices,
  context: ShopContext,
  { paymentId, reference, amountCents, approved }: Command & { do: 'pay' },
): Promise<Done> {
  const status = approved ? 'approved' : 'rejected'
  const updatedAt = services.now().toISOString()
  const fetched = { paymentId, reference, amountCents, currency, statusDetail: '', refundedCents: 0, updatedAt }
  let position = 0
  const onReached = (at: number) => {
    position = at
  }
  await settlePayment(services, { ...context, onReached }, { ...fetched, ...seller, status })
  return { position }
}
