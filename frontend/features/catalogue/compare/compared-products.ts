// The products chosen for comparison in this browser, all of one category.
import { useMemo } from 'react'
import { comparedLimits } from '#backend/domain/product/schema/compared.limits.ts'
import { parsed, readStored, store, useStored } from '#frontend/storage.ts'

export type Compared = { id: number; name: string; category: string }

export function useCompared(): Compared[] {
  const text = useStored('compared')
  return useMemo(() => readChosen(text), [text])
}

/** Adds or removes a product; one of another category begins anew. Returns false if the list is full. */
export function toggleCompared({ id, name, category }: Compared): boolean {
  const chosen = readChosen(readStored('compared'))
  const others = chosen.filter((one) => one.id !== id)
  const fitting = others.filter((one) => one.category === category)
  if (others.length === chosen.length && fitting.length >= comparedLimits.most) return false
  store('compared', JSON.stringify(others.length < chosen.length ? others : [...fitting, { id, name, category }]))
  return true
}

export function forgetCompared(): void {
  store('compared', '[]')
}

export function readChosen(text: string | null): Compared[] {
  const raw = parsed(text)
  return Array.isArray(raw) ? raw.filter(isCompared).slice(0, comparedLimits.most) : []
}

function isCompared(raw: unknown): raw is Compared {
  const { id, name, category } = (raw ?? {}) as Partial<Record<keyof Compared, unknown>>
  return Number.isSafeInteger(id) && typeof name === 'string' && typeof category === 'string'
}
