import { addItemToCart } from '#backend/commands/cart.ts'
import { changeCart, fulfilOrder } from '#backend/commands/changes.ts'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { requestRefund } from '#backend/commands/refunds/refund-order.ts'
import { recordRefund } from '#backend/commands/refunds/refund-payment.ts'
import { requestWithdrawal } from '#backend/commands/request-withdrawal.ts'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import { shippingOffer } from '#backend/domain/delivery/delivery.limits.ts'
import { districtOf } from '#backend/domain/official-numbers.limits.ts'
import type { Order } from '#backend/domain/order/order.ts'
import type { WantedShipping } from '#backend/domain/order/quote.ts'
import { payment } from '#backend/domain/payment/payment.ts'
import { centsOf } from '#backend/domain/payment/refund.ts'
import { actingAs, asDemo } from './demo-acts.ts'
import { demoDelivery } from './demo-delivery.ts'
import type { OrderStep } from './demo-orders.ts'
import { demoProducts, type Plan, type PlannedOrder, type Step } from './demo-plan.ts'
import { pricesOf } from './demo-prices.ts'

type Known = { productIds: readonly number[]; userIds: readonly number[]; clerkAt: (at: Date) => number }
type Placed = Pick<Order, 'orderId' | 'userId' | 'reference' | 'totalCents' | 'currency' | 'lines'>

/** Facts that let a provider refund a payment it never saw. Amounts in minor units. */
export type DemoPayment = Pick<Placed, 'reference' | 'currency'> & {
  id: string
  amountCents: number
  refundedCents: number
}

export class DemoOrders {
  readonly #services: PurchaseServices
  readonly #planned: readonly PlannedOrder[]
  readonly #known: Known
  readonly #prices = demoProducts.map((product, index) => pricesOf(product, index)[0].priceCents)
  readonly #placed = new Map<number, Placed>()

  constructor(services: PurchaseServices, { orders }: Plan, known: Known) {
    this.#services = services
    this.#planned = orders
    this.#known = known
  }

  reprice(product: number, priceCents: number): void {
    this.#prices[product] = priceCents
  }

  async payments(): Promise<DemoPayment[]> {
    const placed = [...this.#placed.values()]
    const streams = await this.#services.store.readStreams(placed.map(({ orderId }) => `payment-${orderId}` as const))
    return placed.flatMap(({ orderId, reference, currency }) => {
      const events = streams.get(`payment-${orderId}`) ?? []
      const id = paymentOf(orderId)
      const known = events.reduce((state, event) => payment.evolve(state, event), payment.initial).payments[id]
      if (known?.status !== 'approved') return []
      return [{ id, reference, currency, amountCents: known.amountCents, refundedCents: centsOf(known.refunds) }]
    })
  }

  async take(step: Step & ({ do: 'order'; order: number } | OrderStep)): Promise<unknown> {
    if (step.do === 'order') return this.#place(step.order)
    const placed = this.#placed.get(step.order)
    if (!placed) throw new Error(`no order ${step.order}`)
    const { at } = step
    const { orderId } = placed
    const services = { ...this.#services, now: () => at }
    switch (step.do) {
      case 'pay':
        return this.#pay(placed, step)
      case 'end':
        return endOrderNow(
          services,
          asDemo(at),
          orderId,
          step.as === 'expired'
            ? { type: 'ExpireOrder', now: at }
            : { type: 'CancelOrder', reason: 'by_user', now: at },
        )
      case 'giveUp':
        return this.#giveUp(placed, at)
      case 'fulfil':
        return fulfilOrder(this.#services.store, this.#asClerk(at), { orderId, ...step.command })
      case 'withdraw':
        return requestWithdrawal(services, actingAs(placed.userId, at), { orderId, deliveredAt: null })
      case 'giveBack':
        return this.#giveBack(placed, step)
      case 'givenBack':
        return this.#givenBack(placed, at)
      default:
        return step satisfies never
    }
  }

  async #place(order: number): Promise<void> {
    const planned = this.#planned[order]
    const at = new Date(planned?.at ?? 0)
    const userId = this.#known.userIds[planned?.user ?? 0] ?? 0
    const lines = (planned?.lines ?? []).map(({ product, quantity }) => ({
      id: this.#known.productIds[product] ?? 0,
      quantity,
      priceCents: this.#prices[product] ?? 0,
    }))
    for (const { id: productId, quantity } of lines)
      await addItemToCart(this.#services.store, asDemo(at), { userId, productId, quantity })
    const subtotalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)
    const wanted = wantedFor(planned?.address ?? null, subtotalCents)
    const echo = { totalCents: subtotalCents + (wanted?.priceCents ?? 0), lines }
    const services = { ...this.#services, now: () => at }
    const { result } = await placeOrder(services, asDemo(at), userId, echo, { wanted })
    this.#placed.set(order, result.state)
  }

  #pay({ orderId, reference, totalCents, currency }: Placed, { at, status }: Step & { do: 'pay' }): Promise<void> {
    const { sellerId = '', liveMode = false } = this.#services.seller
    return settlePayment(this.#services, asDemo(at), {
      paymentId: paymentOf(orderId),
      status,
      statusDetail: status === 'rejected' ? 'cc_rejected_insufficient_amount' : 'accredited',
      reference,
      amountCents: totalCents,
      currency,
      sellerId,
      liveMode,
      refundedCents: status === 'refunded' ? totalCents : 0,
      updatedAt: at.toISOString(),
    })
  }

  async #giveUp({ userId, lines }: Placed, at: Date): Promise<void> {
    for (const { productId } of lines)
      await changeCart(this.#services.store, asDemo(at), { type: 'RemoveItemFromCart', userId, productId })
  }

  #giveBack(
    { orderId, lines, totalCents }: Placed,
    { at, isAll, restock }: Step & { do: 'giveBack' },
  ): Promise<unknown> {
    const units = lines.map(({ productId, quantity }) => ({ productId, quantity: isAll ? quantity : 1 }))
    const isOne = lines.length === 1 && lines[0]?.quantity === 1
    // A single item can't be returned in part; its buyer gets money for a scratch or a missing cable.
    const refund =
      isAll || !isOne ? { lines: isAll ? units : units.slice(0, 1), restock } : { amountCents: tenthOf(totalCents) }
    return requestRefund(this.#services, this.#asClerk(at), orderId, refund)
  }

  #givenBack({ orderId }: Placed, at: Date): Promise<unknown> {
    const part = { orderId, paymentId: paymentOf(orderId), refund: 1 }
    return recordRefund(this.#services, { ...asDemo(at), actor: 'provider' }, part)
  }

  #asClerk(at: Date) {
    return actingAs(this.#known.clerkAt(at), at)
  }
}

const tenthOf = (cents: number) => Math.round(cents / 1000) * 100
const paymentOf = (orderId: number) => String(9_000_000_000 + orderId)

function wantedFor(address: PlannedOrder['address'], subtotalCents: number): WantedShipping | null {
  const offer = address && shippingOffer(demoDelivery, districtOf(address.postalCode), subtotalCents)
  return address && offer ? { address, ...offer } : null
}
