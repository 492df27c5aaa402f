// What happened to a product while somebody looks at it, in words.
import { useState } from 'react'
import { formatPrice } from '#frontend/ui/price.ts'

/** What may change under a shopper's eyes. */
export type Sale = { id: number; price: number; stock: number; isActive: boolean }

/** So few units are worth telling; of more nobody wants to hear each sale. */
const few = 5

/** said: a sentence, empty if nothing happened; priceBefore: its last change, null if there was none. */
export type LastChange = { said: string; priceBefore: number | null }

const nothing: LastChange = { said: '', priceBefore: null }

/** What changed last since the product is shown. `own`: units that the shopper has already, which are not told as left. */
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

/** The sale without units that the shopper has already. */
export function less(sale: Sale, own: number): Sale {
  return { ...sale, stock: Math.max(0, sale.stock - own) }
}

/** Empty where nothing changed that a shopper has to know. */
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
