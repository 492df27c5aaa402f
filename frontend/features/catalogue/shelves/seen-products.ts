// Recently seen products of this browser, newest first, without prices because those change.
import { useMemo } from 'react'
import { imageAddress, productLimits } from '#backend/domain/product/product.limits.ts'
import { parsed, readStored, store, useStored } from '#frontend/storage.ts'

export type SeenProduct = { id: number; name: string; imageUrl: string }

/** Remembers one row plus the current product. */
const REMEMBERED = 7

export function rememberSeen({ id, name, imageUrl }: SeenProduct): void {
  const others = readSeen(readStored('seenProducts')).filter((seen) => seen.id !== id)
  store('seenProducts', JSON.stringify([{ id, name, imageUrl }, ...others].slice(0, REMEMBERED)))
}

export function forgetSeenProduct(id: number): void {
  const known = readSeen(readStored('seenProducts'))
  if (known.some((seen) => seen.id === id))
    store('seenProducts', JSON.stringify(known.filter((seen) => seen.id !== id)))
}

export function useSeenProducts(): SeenProduct[] {
  const text = useStored('seenProducts')
  return useMemo(() => readSeen(text), [text])
}

export function readSeen(text: string | null): SeenProduct[] {
  const raw = parsed(text)
  return Array.isArray(raw) ? raw.filter(isSeenProduct).slice(0, REMEMBERED) : []
}

function isSeenProduct(raw: unknown): raw is SeenProduct {
  const { id, name, imageUrl } = (raw ?? {}) as Partial<Record<keyof SeenProduct, unknown>>
  return (
    Number.isSafeInteger(id) &&
    typeof name === 'string' &&
    name.length <= productLimits.name &&
    typeof imageUrl === 'string' &&
    imageAddress.test(imageUrl)
  )
}
