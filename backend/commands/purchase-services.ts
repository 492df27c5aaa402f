import type { Newcomers } from '#backend/domain/order/unpaid-holds.ts'
import type { PaymentWallet } from '#backend/gateways/payment-wallet/payment-wallet.ts'
import type { NewcomerHolds } from '#backend/identity/newcomer-holds.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export type PurchaseServices = {
  store: ShopStore
  wallet: PaymentWallet
  seller: { sellerId: string | undefined; liveMode: boolean | undefined }
  now: () => Date
  currency: string
  holdMinutes: number
  maxUnits: number
  /** Unpaid holds within an hour that pause an account's checkout. */
  maxUnpaidHolds: number
  newcomers: Newcomers
  newcomerHolds: Pick<NewcomerHolds, 'take' | 'giveBack'>
  /** The shop's origin, without a trailing slash. */
  publicUrl: string
}

export type PlacingServices = Omit<PurchaseServices, 'wallet' | 'seller' | 'publicUrl'>
