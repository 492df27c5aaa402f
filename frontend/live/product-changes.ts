import { useState } from 'react'
import { formatPrice } from '#frontend/ui/figures/price.ts'

export type Sale = { id: number; price: number; stock: number; isActive: boolean }

/** Announces sales only at or below this stock. */
const few = 5

/** `said`: a sentence, empty without news; `priceBefore`: null if the price never changed. */
export type LastChange = { said: string; priceBefore: number | null }

const nothing: LastChange = { said: '', priceBefore: null }

/** The last change since the product appeared. `own`: units in the shopper's cart, not counted as left. */
export function useLastChange({ id, price, stock, isActive }: Sale, own = 0): LastChange {
  const now: Sale = { id, price, stock, isActive }
  const [seen, setSeen] = useState({ sale: now, change: nothing })
  const { sale, change } = seen
  if (sale.id !== id) setSeen({ sale: now, change: nothing })
  else if (sale.price !== price || sale.stock !== stock || sale.isActive !== isActive) {
    const priceBefore = sale.price === price ? change.priceBefore : sale.price
    setSeen({
      sale: now,
      change: { said: changeSentence(less(sale, own), less(now, own)) || change.said, priceBefore },
    })
  }
  return sale.id === id ? change : nothing
}

export function less(sale: Sale, own: number): Sale {
  return { ...sale, stock: Math.max(0, sale.stock - own) }
}

/** Empty if nothing relevant changed. */
export function changeSentence(before: Sale, now: Sale): string {
  if (!now.isActive) return before.isActive ? 'Este producto ya no está a la venta.' : ''
  return [priceSentence(before, now), stockSentence(before, now)].filter(Boolean).join(' ')
}

function priceSentence(before: Sale, now: Sale): string {
  if (now.price === before.price) return ''
  return `El precio cambió: antes ${formatPrice(before.price)}, ahora ${formatPrice(now.price)}.`
}

function stockSentence(before: Sale, now: Sale): string {
  if (now.stock === before.stock) return ''
  if (now.stock <= 0) return 'Sin stock: se agotó recién.'
  if (before.stock <= 0) return now.stock === 1 ? 'Volvió a haber: queda 1.' : `Volvió a haber: quedan ${now.stock}.`
  if (now.stock > few) return ''
  return now.stock === 1 ? 'Queda 1.' : `Quedan ${now.stock}.`
}
