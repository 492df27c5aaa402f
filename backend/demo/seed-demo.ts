// Seeds an empty shop with demo history. Every step is a command with a time in the past, never a hand-written row.
import { registerUser, registerWithHash } from '#backend/commands/account/register-user.ts'
import { changeAccount, changeDelivery, changeSchema, changeTransfer } from '#backend/commands/changes.ts'
import { addProduct, changeParts, changeStock } from '#backend/commands/products/products.ts'
import type { PurchaseServices } from '#backend/commands/purchase-services.ts'
import { answerReview, postReview } from '#backend/commands/reviews.ts'
import { startSelling } from '#backend/commands/seller/change-seller.ts'
import { withConnection } from '#backend/db/database.ts'
import { locks } from '#backend/db/locks.ts'
import { noTransfer } from '#backend/domain/transfer/transfer.limits.ts'
import { hashOfUnknown } from '#backend/identity/passwords.ts'
import type { Core } from '#backend/shop.ts'
import type { Trusted } from './demo-accounts.ts'
import { actingAs, actsOfAdmins, asDemo as as, type Deed, staffSinceHours } from './demo-acts.ts'
import { demoDelivery } from './demo-delivery.ts'
import { admin, demoProducts, makePlan, type Plan, picturesOf, type Step, shopper, staff } from './demo-plan.ts'
import { pricesOf, vatRateOf } from './demo-prices.ts'
import { demoAttributes, demoSchemas } from './demo-schemas.ts'
import { demoSeller } from './demo-seller.ts'
import { DemoOrders, type DemoPayment } from './seed-orders.ts'

const minute = 60_000
/** Surplus units, so that no demo order fails; the last stock-taking removes them. */
const spare = 20
const [, clerk] = staff

/**
 * `passwordOf` supplies passwords for trusted accounts on creation; `progress` hears of every quarter; `takePayments`
 * passes payments to a provider that never saw them.
 */
type Making = {
  passwordOf: (account: Trusted) => string
  progress?: ((line: string) => void) | undefined
  takePayments?: ((payments: readonly DemoPayment[]) => Promise<void>) | undefined
}

/** Seeds an empty log; returns whether it did. Only one of several starting processes does. */
export async function seedDemo(core: Core, services: PurchaseServices, making: Making): Promise<boolean> {
  return withConnection(core.databaseUrl, async (lone) => {
    await lone.query('select pg_advisory_lock($1)', [locks.demo])
    if ((await core.store.head()) > 0) return false
    const seed = new DemoSeed(core, services, making.passwordOf)
    await seed.run(making.progress)
    await making.takePayments?.(await seed.orders.payments())
    return true
  })
}

class DemoSeed {
  readonly #core: Core
  readonly #services: PurchaseServices
  readonly #passwordOf: Making['passwordOf']
  readonly #plan: Plan
  readonly orders: DemoOrders
  readonly #productIds: number[] = []
  readonly #userIds: number[] = []
  #adminId = 0

  constructor(core: Core, services: PurchaseServices, passwordOf: Making['passwordOf']) {
    this.#core = core
    this.#services = services
    this.#passwordOf = passwordOf
    this.#plan = makePlan(core.now())
    this.orders = new DemoOrders(services, this.#plan, {
      productIds: this.#productIds,
      userIds: this.#userIds,
      clerkAt: (at) => this.#clerkAt(at),
    })
  }

  async run(progress?: (line: string) => void): Promise<void> {
    const opening = new Date(this.#core.now().getTime() - 91 * 24 * 60 * minute)
    await this.#openShop(opening)
    const deeds = this.#deeds()
    let quarter = 0
    for (let done = 0; done < deeds.length; ) {
      for (; quarter < 4 && done >= (quarter * deeds.length) / 4; quarter++)
        progress?.(`Creando los datos de demostración: ${25 * quarter} %`)
      const at = deeds[done]?.at.getTime()
      const together = deeds.slice(done).findIndex((deed) => deed.at.getTime() !== at)
      const next = deeds.slice(done, together === -1 ? deeds.length : done + together)
      // Events of one moment belong to different streams, so they run in parallel.
      await Promise.all(next.map((deed) => deed.run()))
      done += next.length
    }
  }

  #deeds(): Deed[] {
    const deeds = this.#plan.steps.map((step) => ({ at: step.at, run: () => this.#take(step) }))
    const acts = actsOfAdmins(this.#core, () => this.#cast())
    return [...deeds, ...acts].sort((a, b) => a.at.getTime() - b.at.getTime())
  }

  async #openShop(at: Date): Promise<void> {
    const { userId } = await registerUser(this.#core, { ...admin, password: this.#passwordOf(admin) }, as(at))
    await changeAccount(this.#core.store, as(at), { type: 'GrantAdmin', userId })
    this.#adminId = userId
    await startSelling(this.#core.store, as(at), demoSeller)
    const [{ store }, by] = [this.#core, actingAs(userId, at)]
    const offered = { ...noTransfer, isOn: true }
    await changeTransfer(store, by, { type: 'ChangeTransferSettings', seen: 0, settings: offered })
    await changeDelivery(store, by, { type: 'ChangeDeliveryPrices', seen: 0, settings: demoDelivery })
    for (const [category, attributes] of Object.entries(demoSchemas))
      await changeSchema(store, by, { type: 'ChangeSchema', category, attributes, seen: 0 })
    for (const [index, demoProduct] of demoProducts.entries()) {
      const { priceCents: _, stock: units, slug: __, ...texts } = demoProduct
      const pictures = picturesOf(demoProduct)
      const derived = { attributes: demoAttributes(demoProduct), vatRate: vatRateOf(demoProduct) }
      const details = { ...texts, ...derived, imageUrl: pictures[0].url }
      const { currency } = this.#services
      const first = units + (this.#plan.sold[index] ?? 0) + spare
      const product = {
        details,
        pictures,
        priceCents: pricesOf(demoProduct, index)[0].priceCents,
        currency,
        units: first,
      }
      this.#productIds.push((await addProduct(this.#core.store, as(at), product)).result)
    }
  }

  async #take(step: Step): Promise<unknown> {
    if (step.do === 'register') return this.#register(step)
    if (step.do === 'review') return this.#review(step)
    if (step.do === 'answer') return this.#answer(step)
    if (step.do === 'reprice') return this.#reprice(step)
    if (step.do === 'retire') return this.#change(step, { isActive: false })
    if (step.do === 'count') return this.#countStock(step.at)
    return this.orders.take(step)
  }

  async #reprice(step: Step & { do: 'reprice' }): Promise<void> {
    await this.#change(step, { priceCents: step.priceCents })
    this.orders.reprice(step.product, step.priceCents)
  }

  async #change(
    { at, product }: { at: Date; product: number },
    after: Parameters<typeof changeParts>[2]['after'],
  ): Promise<void> {
    const change = { productId: this.#productIds[product] ?? 0, before: {}, after }
    await changeParts(this.#core.store, actingAs(this.#adminId, at), change)
  }

  async #register({ at, user: index }: Step & { do: 'register' }): Promise<void> {
    const person = this.#plan.users[index] ?? shopper
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

  async #answer({ at, review, text }: Step & { do: 'answer' }): Promise<void> {
    const [userId = 0, productId = 0] = [this.#userIds[review.user], this.#productIds[review.product]]
    const seen = { text: review.text, score: review.score, answer: null }
    await answerReview(this.#core.store, actingAs(this.#clerkAt(at), at), { productId, userId, text, seen })
  }

  #idOf(wanted: string): number {
    return this.#userIds[this.#plan.users.findIndex(({ email }) => email === wanted)] ?? 0
  }

  /** The admin packs and returns until the clerk is appointed. */
  #clerkAt(at: Date): number {
    const isNamed = at.getTime() > this.#core.now().getTime() - staffSinceHours * 60 * minute
    return isNamed ? this.#idOf(clerk.email) : this.#adminId
  }

  #cast() {
    const [helper, mistaken, rude] = [3, 21, 27]
    const isReviewed = (product: number) =>
      this.#plan.steps.some((step) => step.do === 'review' && step.user === rude && step.product === product)
    const product = this.#productIds.findIndex((_, index) => !isReviewed(index))
    const personAt = (index: number) => this.#userIds[index] ?? 0
    return {
      idOf: (email: string) => this.#idOf(email),
      adminId: this.#adminId,
      helperId: personAt(helper),
      mistakenId: personAt(mistaken),
      rudeId: personAt(rude),
      productId: this.#productIds[product] ?? 0,
    }
  }

  /** Counts stock so that available units match the product list after later departures. */
  async #countStock(at: Date): Promise<void> {
    const count = (productId: number, index: number) => {
      const available = (demoProducts[index]?.stock ?? 0) + (this.#plan.left[index] ?? 0)
      return changeStock(this.#core.store, as(at), { type: 'SetAvailable', productId, available })
    }
    await Promise.all(this.#productIds.map(count))
  }
}
