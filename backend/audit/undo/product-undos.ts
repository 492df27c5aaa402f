// Finds undos in a product's history.

import type { Step } from '#backend/audit/stream-history.ts'
import type { Product } from '#backend/domain/product/product.ts'
import type { Undo, Undos } from '#backend/domain/undo.ts'

const parts = ['name', 'description', 'category', 'imageUrl', 'specs', 'pictures', 'priceCents', 'isActive'] as const
type Part = (typeof parts)[number]

export function productUndos(productId: number, steps: readonly Step[]): Undos {
  const undos: Undos = new Map()
  const later = new Set<Part>()
  for (const [at, { event, state }] of [...steps.entries()].toReversed()) {
    const before = (steps[at - 1]?.state ?? null) as Product | null
    const after = state as Product | null
    // This release cannot read the stream's beginning.
    if (after === null) continue
    const changed = parts.filter((part) => JSON.stringify(before?.[part]) !== JSON.stringify(after[part]))
    const isAsLeft = changed.length > 0 && !changed.some((part) => later.has(part))
    if (isAsLeft) undos.set(event.position, undoOf(productId, { before, after, changed }))
    for (const part of changed) later.add(part)
  }
  return undos
}

type Changed = { before: Product | null; after: Product; changed: readonly Part[] }

function undoOf(productId: number, { before, after, changed }: Changed): Undo {
  const pick = (product: Product) => Object.fromEntries(changed.map((part) => [part, product[part]]))
  if (before) return { kind: 'product', productId, before: pick(after), after: pick(before) }
  const { isActive: _, ...seen } = pick(after)
  return { kind: 'withdraw', productId, seen }
}
