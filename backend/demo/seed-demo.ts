// Gives an empty shop its demo history: every step is a command with its time in the past, never a row written by hand.
import { randomUUID } from 'node:crypto'
import { grantAdmin } from '#backend/commands/account/grant-admin.ts'
import { registerUser, registerWithHash } from '#backend/commands/account/register-user.ts'
import { loadAvailability } from '#backend/commands/availability.ts'
import { addItemToCart, removeItemFromCart } from '#backend/commands/cart.ts'
import { changeDeliveryPrices } from '#backend/commands/delivery/delivery-prices.ts'
import { endOrderNow } from '#backend/commands/end-order.ts'
import { placeOrder } from '#backend/commands/place-order.ts'
import { addProduct, changePrice, changeStock } from '#backend/commands/products/products.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { postReview } from '#backend/commands/reviews.ts'
import { settlePayment } from '#backend/commands/settle-payment.ts'
import { exclusively } from '#backend/db/advisory-lock.ts'
import { locks } from '#backend/db/locks.ts'
import { cart } from '#backend/domain/cart/cart.ts'
import { order } from '#backend/domain/order/order.ts'
import type { ProviderStatus } from '#backend/domain/payment/payment-facts.ts'
import type { ShopActor } from '#backend/domain/shop-log.ts'
import type { CommandContext } from '#backend/eventstore/commands/command.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import { hashOfUnknown } from '#backend/identity/passwords.ts'
import type { Core } from '#backend/shop.ts'
import type { Trusted } from './demo-accounts.ts'
import { actingAs, actOfAdmins, nameStaff } from './demo-acts.ts'
import { demoDelivery } from './demo-delivery.ts'
import {
  admin,
  demoProducts,
  firstPriceCents,
  makePlan,
  type OrderEnd,
  type Plan,
  picturesOf,
  type Step,
  shopper,
  staff,
} from './demo-plan.ts'

const minute = 60_000
/** Units above what is planned to be sold, so that no order of the demo fails; counted away at the end. */
const spare = 20

/** How the demo is made: `passwordOf` is asked for each who may do more than buy, when it is; `progress` is told at every quarter. */
type Making = { passwordOf: (account: Trusted) => string; progress?: ((line: string) => void) | undefined }

/** Seeds an empty log and returns whether it did; of several processes that start at once, one does. */
export async function seedDemo(core: Core, services: PurchaseServices, making: Making): Promise<boolean> {
  return exclusively(core.pool, locks.demo, async () => {
    if ((await core.store.head()) > 0) return false
    await new DemoSeed(core, services, making.passwordOf).run(making.progress)
    return true
  })
}

class DemoSeed {
  readonly #core: Core
  readonly #services: PurchaseServices
  readonly #passwordOf: Making['passwordOf']
  readonly #plan: Plan
  readonly #productIds: number[] = []
  readonly #userIds: number[] = []
  #adminId = 0
  #payments = 9_000_000_000

  constructor(core: Core, services: PurchaseServices, passwordOf: Making['passwordOf']) {
    this.#core = core
    this.#services = services
    this.#passwordOf = passwordOf
    this.#plan = makePlan(core.now())
  }

  async run(progress?: (line: string) => void): Promise<void> {
    const opening = new Date(this.#core.now().getTime() - 91 * 24 * 60 * minute)
    await this.#openShop(opening)
    const { steps } = this.#plan
    for (const [done, step] of steps.entries()) {
      const quarters = (4 * done) / steps.length
      if (quarters % 1 < 4 / steps.length)
        progress?.(`Creando los datos de demostración: ${25 * Math.floor(quarters)} %`)
      await this.#take(step)
    }
    await this.#countStock()
    await nameStaff(this.#core, this.#adminId, (email) => this.#idOf(email))
    await this.#actOfAdmins()
  }

  /** The admin, the products and their first stock. */
  async #openShop(at: Date): Promise<void> {
    const { userId } = await registerUser(this.#core, { ...admin, password: this.#passwordOf(admin) }, as(at))
    await grantAdmin(this.#core.store, as(at), userId)
    this.#adminId = userId
    await changeDeliveryPrices(this.#core.store, actingAs(userId, at), { seen: 0, ...demoDelivery })
    for (const [index, demoProduct] of demoProducts.entries()) {
      const { priceCents: _, stock: units, slug: __, ...texts } = demoProduct
      const pictures = picturesOf(demoProduct)
      const details = { ...texts, imageUrl: pictures[0].url }
      const { currency } = this.#services
      const first = units + (this.#plan.sold[index] ?? 0) + spare
      const product = { details, pictures, priceCents: firstPriceCents(demoProduct), currency, units: first }
      this.#productIds.push((await addProduct(this.#core.store, as(at), product)).result)
    }
  }

  async #take(step: Step): Promise<void> {
    if (step.do === 'register') return this.#register(step)
    if (step.do === 'review') return this.#review(step)
    if (step.do === 'reprice') return this.#reprice(step)
    return this.#order(step)
  }

  async #reprice({ at, product: index }: Step & { do: 'reprice' }): Promise<void> {
    const [productId = 0, priceCents = 0] = [this.#productIds[index], demoProducts[index]?.priceCents]
    await changePrice(this.#core.store, actingAs(this.#adminId, at), { productId, priceCents })
  }

  async #register({ at, user: index }: Step & { do: 'register' }): Promise<void> {
    const person = this.#plan.users[index] ?? shopper
    // The others are not meant to be signed in to.
    const known = staff.find(({ email }) => email === person.email)
    const password = known ? this.#passwordOf(known) : index === 0 && shopper.password
    const { userId } = password
      ? await registerUser(this.#core, { ...person, password }, as(at))
      : await registerWithHash(this.#core, { ...person, hash: hashOfUnknown() }, as(at))
    this.#userIds[index] = userId
  }

  async #review({ at, user: author, product: index, text, score }: Step & { do: 'review' }): Promise<void> {
    const [userId = 0, productId = 0] = [this.#userIds[author], this.#productIds[index]]
    await postReview(this.#core.store, as(at), { productId, userId, text, score })
  }

  async #order({ at, user: buyer, lines, end }: Step & { do: 'order' }): Promise<void> {
    const { store } = this.#core
    const userId = this.#userIds[buyer] ?? 0
    for (const { product, quantity } of lines)
      await addItemToCart(store, as(at), { userId, productId: this.#productIds[product] ?? 0, quantity })
    const services = { ...this.#services, now: () => at }
    const totalCents = await this.#cartTotal(userId)
    const { result } = await placeOrder(services, as(at), userId, { totalCents })
    const { orderId } = result.state
    await this.#end(services, orderId, end, at)
    if (end !== 'paid' && end !== 'refunded' && end !== 'placed') await this.#emptyCart(userId, at)
  }

  async #end(services: PurchaseServices, orderId: number, end: OrderEnd, at: Date) {
    const later = (minutes: number) => as(new Date(at.getTime() + minutes * minute))
    if (end === 'placed') return
    if (end === 'cancelled') {
      await endOrderNow(services, later(4), orderId, { type: 'CancelOrder', reason: 'by_user' })
    } else if (end === 'expired') {
      const now = new Date(at.getTime() + services.holdMinutes * minute)
      await endOrderNow(services, later(services.holdMinutes), orderId, { type: 'ExpireOrder', now })
    } else if (end === 'rejected') {
      await this.#pay(services, later(2), orderId, 'rejected')
    } else {
      const paymentId = await this.#pay(services, later(2), orderId, 'approved')
      if (end === 'refunded') await this.#pay(services, later(6 * 60), orderId, 'refunded', paymentId)
    }
  }

  /** What the provider would have told of a payment of this order. */
  async #pay(
    services: PurchaseServices,
    context: CommandContext<ShopActor>,
    orderId: number,
    status: ProviderStatus,
    paymentId = String(++this.#payments),
  ) {
    const { state } = await loadState(this.#core.store, order, orderId)
    if (!state) throw new Error(`no order ${orderId}`)
    await settlePayment(services, context, {
      paymentId,
      status,
      statusDetail: status === 'rejected' ? 'cc_rejected_insufficient_amount' : 'accredited',
      reference: state.reference,
      amountCents: state.totalCents,
      currency: state.currency,
      sellerId: services.seller.sellerId ?? '',
      liveMode: services.seller.liveMode ?? false,
      refundedCents: status === 'refunded' ? state.totalCents : 0,
      updatedAt: (context.at ?? this.#core.now()).toISOString(),
    })
    return paymentId
  }

  async #cartTotal(userId: number): Promise<number> {
    const { store } = this.#core
    const { lines } = (await loadState(store, cart, userId)).state
    const products = await loadAvailability(
      store,
      lines.map((line) => line.productId),
    )
    return lines.reduce((sum, line) => sum + line.quantity * (products.get(line.productId)?.priceCents ?? 0), 0)
  }

  /** A cart whose order came to nothing is given up. */
  async #emptyCart(userId: number, at: Date): Promise<void> {
    const context = as(new Date(at.getTime() + 30 * minute))
    const { state } = await loadState(this.#core.store, cart, userId)
    for (const { productId } of state.lines) await removeItemFromCart(this.#core.store, context, { userId, productId })
  }

  #idOf(wanted: string): number {
    return this.#userIds[this.#plan.users.findIndex(({ email }) => email === wanted)] ?? 0
  }

  async #actOfAdmins(): Promise<void> {
    const [helper, mistaken, rude] = [3, 21, 27]
    const isReviewed = (product: number) =>
      this.#plan.steps.some((step) => step.do === 'review' && step.user === rude && step.product === product)
    const product = this.#productIds.findIndex((_, index) => !isReviewed(index))
    const idOf = (index: number) => this.#userIds[index] ?? 0
    await actOfAdmins(this.#core, {
      ...{ adminId: this.#adminId, helperId: idOf(helper), mistakenId: idOf(mistaken), rudeId: idOf(rude) },
      productId: this.#productIds[product] ?? 0,
    })
  }

  /** The last stock-taking: what can be sold is what the product list says. */
  async #countStock(): Promise<void> {
    for (const [index, productId] of this.#productIds.entries()) {
      const command = { type: 'SetAvailable', productId, available: demoProducts[index]?.stock ?? 0 } as const
      await changeStock(this.#core.store, as(this.#core.now()), command)
    }
  }
}

function as(at: Date): CommandContext<ShopActor> {
  return { actor: 'demo', correlation: randomUUID(), at }
}
