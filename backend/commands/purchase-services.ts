// What the steps of a purchase need from outside; shop.ts builds it once.
import type { Newcomers } from '#backend/domain/order/unpaid-holds.ts'
import type { ShopLog } from '#backend/domain/shop-log.ts'
import type { EventStore } from '#backend/eventstore/log/event-store.ts'
import type { PaymentWallet } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { NewcomerHolds } from '#backend/identity/newcomer-holds.ts'
import type { LearntPayments } from './learnt-payments.ts'

export type PurchaseServices = {
  store: EventStore<ShopLog>
  wallet: PaymentWallet
  learnt: LearntPayments
  /** Whom a payment must have gone to, and whether with real money. */
  seller: { sellerId: string | undefined; liveMode: boolean | undefined }
  now: () => Date
  /** ISO 4217. */
  currency: string
  holdMinutes: number
  /** Most units of one product in one purchase. */
  maxUnits: number
  /** Unpaid holds within an hour after which an account waits before the next one. */
  maxUnpaidHolds: number
  /** What accounts that never paid may hold, and what counts it. */
  newcomers: Newcomers
  newcomerHolds: Pick<NewcomerHolds, 'take' | 'giveBack'>
  /** Origin of the shop, without a slash at the end. */
  publicUrl: string
}

/** What placing an order needs of them. */
export type PlacingServices = Pick<
  PurchaseServices,
  'store' | 'now' | 'currency' | 'holdMinutes' | 'maxUnits' | 'maxUnpaidHolds' | 'newcomers' | 'newcomerHolds'
>
