// What takes back an event: the command that compensates for it, with what whoever asks for it saw. The event stays in the log.
import type { DeliveryPrices } from '#backend/domain/delivery/delivery.limits.ts'
import type { ProductParts } from '#backend/domain/product/product-fields.ts'
import type { Authority } from '#backend/domain/user/roles.limits.ts'

export type Undo =
  /** before: the parts as they are, and as the event left them; after: as they were before it. */
  | { kind: 'product'; productId: number; before: ProductParts; after: ProductParts }
  /** A product that was added is taken out of sale; none is ever deleted. */
  | { kind: 'withdraw'; productId: number; seen: ProductParts }
  | { kind: 'stock'; productId: number; delta: number }
  | { kind: 'activity'; userId: number; isActive: boolean; reason: string | null; note: string | null }
  | { kind: 'role'; userId: number; before: Authority; after: Authority }
  /** seen: the revision that is there. */
  | { kind: 'delivery'; prices: DeliveryPrices; seen: number }
  | { kind: 'synonyms'; lines: readonly string[]; seen: readonly string[] }
  /** One that waits for its moment does not begin; one that was done goes back. */
  | { kind: 'batch'; batchId: string; step: 'cancel' | 'undo'; products: number }

/** By the position of the event that each takes back. */
export type Undos = Map<number, Undo>

/** What whoever asks has to say first: the super-admin key, or why. */
export type UndoAsks = 'key' | 'reason'

/** Authority is given by who knows the super-admin key, also when it is given back. */
export function asksOf(undo: Undo): UndoAsks | null {
  if (undo.kind === 'batch') return undo.step === 'undo' ? 'reason' : null
  if (undo.kind !== 'role') return null
  const { before, after } = undo
  const givesRole = after.staffRole !== null && after.staffRole !== before.staffRole
  return before.isAdmin !== after.isAdmin || givesRole ? 'key' : null
}
