// Draft of a product form: survives a reload and a window closed by accident, until the tab closes.
import { useState } from 'react'
import type { PanelProduct } from '#frontend/api.ts'
import { forgetInTab, readInTab, storeInTab } from '#frontend/storage.ts'
import { blankEntry, entryOf, type ProductEntry } from './product-entry.ts'

/** `seen`: the product as first opened, so that later changes by others are kept; absent: a new product. */
type Draft = { entry: ProductEntry; seen?: PanelProduct | undefined }
export type ProductDraft = ReturnType<typeof useProductDraft>

/** Keeps the input from the first key on and restores an earlier draft. */
export function useProductDraft(product?: PanelProduct) {
  const key = `product-${product?.id ?? 'new'}` as const
  const [found, setFound] = useState(() => readKept(key))
  const [seen, setSeen] = useState(found?.seen ?? product)
  const [fresh] = useState(() => (product ? entryOf(product) : blankEntry))
  const [entry, setEntry] = useState(found?.entry ?? fresh)
  const forget = () => forgetInTab(key)
  const write = (next: (now: ProductEntry) => ProductEntry) =>
    setEntry((now) => {
      const after = next(now)
      storeInTab(key, JSON.stringify({ entry: after, seen } satisfies Draft))
      return after
    })
  const drop = () => {
    forget()
    setFound(null)
    setSeen(product)
    setEntry(fresh)
  }
  return { entry, write, seen, setSeen, isFound: found !== null, drop, forget }
}

/** Null without a draft or if this release can't read it. */
function readKept(key: Parameters<typeof readInTab>[0]): Draft | null {
  try {
    const { entry, seen } = JSON.parse(readInTab(key) ?? '{}') as Partial<Draft>
    return entry && isEntry(entry) && (seen === undefined || Number.isInteger(seen.id)) ? { entry, seen } : null
  } catch {
    return null
  }
}

function isEntry({ specs, pictures, attributes, ...texts }: ProductEntry): boolean {
  const areRows = (rows: readonly object[], ...fields: string[]) =>
    Array.isArray(rows) &&
    rows.every((row: Record<string, unknown>) => fields.every((field) => typeof row[field] === 'string'))
  const { specs: _, pictures: __, attributes: ___, ...blankTexts } = blankEntry
  return (
    areRows(specs, 'name', 'value') &&
    areRows(pictures, 'url', 'alt') &&
    typeof attributes === 'object' &&
    attributes !== null &&
    Object.values(attributes).every((text) => text === null || typeof text === 'string') &&
    Object.keys(blankTexts).every((field) => typeof texts[field as keyof typeof texts] === 'string')
  )
}
