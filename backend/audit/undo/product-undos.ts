import type { Step } from '#backend/audit/stream-history.ts'
import type { Product } from '#backend/domain/product/product.ts'
import { differingKeys, ownKeys, type ProductFields, pickFields } from '#backend/domain/product/product-fields.ts'
import type { Undo, Undos } from '#backend/domain/undo.ts'

type Key = keyof ProductFields

export function productUndos(productId: number, steps: readonly Step[]): Undos {
  const undos: Undos = new Map()
  const later = new Set<Key>()
  for (const [at, { event, state }] of [...steps.entries()].toReversed()) {
    const before = (steps[at - 1]?.state ?? null) as Product | null
    const after = state as Product | null
    // This release cannot read the stream's beginning.
    if (after === null) continue
    const changed = differingKeys(ownKeys, before ?? {}, after)
    const isAsLeft = changed.length > 0 && !changed.some((key) => later.has(key))
    if (isAsLeft) undos.set(event.position, undoOf(productId, { before, after, changed }))
    for (const key of changed) later.add(key)
  }
  return undos
}

type Changed = { before: Product | null; after: Product; changed: readonly Key[] }

function undoOf(productId: number, { before, after, changed }: Changed): Undo {
  if (before)
    return { kind: 'product', productId, before: pickFields(after, changed), after: pickFields(before, changed) }
  const { isActive: _, ...seen } = pickFields(after, changed)
  return { kind: 'withdraw', productId, seen }
}
