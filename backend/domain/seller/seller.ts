// The shop's only seller, and the account that buyers transfer to.
import { settingsOf } from '#backend/domain/settings.ts'
import type { DataOf } from '#backend/eventstore/definition/event-definition.ts'
import type { SellerEvent } from './seller.events.ts'
import { noSeller } from './seller.limits.ts'

/** `revision`: 0 before the first change. */
export type SellerState = DataOf<SellerEvent, SellerEvent['type']>

export const seller = settingsOf<SellerEvent, 'StartSelling' | 'ChangeSeller' | 'ChangeBankAccount', 'seller'>({
  category: 'seller',
  first: noSeller,
  events: {
    StartSelling: 'SellerChanged',
    ChangeSeller: 'SellerChanged',
    ChangeBankAccount: 'BankAccountChanged',
  },
})
export type SellerCommand = Parameters<typeof seller.decide>[1]
