// Undo: the compensating command for an event, based on the state as shown. The event stays in the log.
import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'
import type { PriceSettings } from '#backend/domain/price-settings/price-settings.limits.ts'
import type { ProductParts } from '#backend/domain/product/product-fields.ts'
import type { Schema } from '#backend/domain/product/schema/schema.limits.ts'
import type { SeenReview } from '#backend/domain/review/review.ts'
import type { BankAccount, SellerDetails } from '#backend/domain/seller/seller.limits.ts'
import type { Authority } from '#backend/domain/user/roles.limits.ts'

export type Undo =
  /** `before`: the parts as the event left them; `after`: as they were before it. */
  | { kind: 'product'; productId: number; before: ProductParts; after: ProductParts }
  /** An added product is withdrawn; products are never deleted. */
  | { kind: 'withdraw'; productId: number; seen: ProductParts }
  | { kind: 'cost'; productId: number; costCents: number | null; currency: string; seen: number }
  | { kind: 'stock'; productId: number; delta: number }
  | { kind: 'activity'; userId: number; isActive: boolean; reason: string | null; note: string | null }
  | { kind: 'role'; userId: number; before: Authority; after: Authority }
  | { kind: 'delivery'; prices: DeliveryPrices; seen: number }
  | { kind: 'seller'; details: SellerDetails; seen: number }
  | { kind: 'account'; account: BankAccount; seen: number }
  | { kind: 'prices'; settings: PriceSettings; seen: number }
  /** `text`: the shop's answer before; null withdraws. */
  | { kind: 'answer'; productId: number; userId: number; text: string | null; seen: SeenReview }
  | { kind: 'schema'; category: string; attributes: Schema; seen: number }
  | { kind: 'synonyms'; lines: readonly string[]; seen: readonly string[] }
  /** cancel: still scheduled; undo: already applied. */
  | { kind: 'batch'; batchId: string; step: 'cancel' | 'undo'; products: number }

export type Undos = Map<number, Undo>

export type UndoAsks = 'key' | 'reason'

/** Granting authority and changing the bank account need the super-admin key, also by undo. */
export function asksOf(undo: Undo): UndoAsks | null {
  if (undo.kind === 'batch') return undo.step === 'undo' ? 'reason' : null
  if (undo.kind === 'account') return 'key'
  if (undo.kind !== 'role') return null
  const { before, after } = undo
  const givesRole = after.staffRole !== null && after.staffRole !== before.staffRole
  return before.isAdmin !== after.isAdmin || givesRole ? 'key' : null
}
