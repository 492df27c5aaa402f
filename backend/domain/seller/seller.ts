// The shop's only seller, and the account that buyers transfer to.
import { Rejection } from '#backend/domain/rejection.ts'
import type { Decider } from '#backend/eventstore/definition/decider.ts'
import type { SellerEvent } from './seller.events.ts'
import { type BankAccount, noSeller, type Seller, type SellerDetails, type SellerField } from './seller.limits.ts'

/** `revision`: 0 before the first change. */
export type SellerState = Seller & { revision: number }
export type SellerCommand =
  /** The first values, of the environment or the demo; nothing once there are some. */
  | { type: 'StartSelling'; seller: Seller }
  | { type: 'ChangeSeller'; seen: number; details: SellerDetails }
  | { type: 'ChangeBankAccount'; seen: number; account: BankAccount }

export const seller: Decider<SellerState, SellerCommand, SellerEvent, 'seller'> = {
  category: 'seller',
  initial: { ...noSeller, revision: 0 },
  evolve: (_, { data }) => data,
  /** Ignores what is so already. Throws Rejection seller_changed if the revision differs. */
  decide(state, command) {
    if (command.type === 'StartSelling')
      return state.revision > 0 ? [] : [{ type: 'SellerChanged', data: { ...command.seller, revision: 1 } }]
    const isAccount = command.type === 'ChangeBankAccount'
    const wanted = isAccount ? command.account : command.details
    const fields = Object.keys(wanted) as SellerField[]
    if (fields.every((field) => state[field] === (wanted as Seller)[field])) return []
    if (command.seen !== state.revision) throw new Rejection('seller_changed')
    const data = { ...state, ...wanted, revision: state.revision + 1 }
    return [{ type: isAccount ? 'BankAccountChanged' : 'SellerChanged', data }]
  },
  snapshots: { types: ['SellerChanged', 'BankAccountChanged'] },
}
