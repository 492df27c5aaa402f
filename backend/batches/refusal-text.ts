// Explains in Spanish why a product of a batch stays unchanged.

import { fileColumns } from '#backend/domain/batch/product-file.limits.ts'
import type { Rejection } from '#backend/domain/rejection.ts'
import { cellOf, type Parts } from './import/product-cells.ts'

export function refusalText({ code, details }: Rejection): string {
  if (code === 'not_found') return 'El producto ya no está.'
  if (code === 'below_held_stock')
    return 'Hay unidades reservadas en compras en curso, o ya vendidas: el stock no puede quedar por debajo.'
  if (code !== 'product_changed') return 'El cambio no es posible en el estado actual.'
  const { price, ...rest } = (details.changed ?? {}) as Parts & { price?: number }
  const parts: Parts = { ...rest, ...(price !== undefined && { priceCents: Math.round(price * 100) }) }
  const told = (['name', 'category', 'price', 'description', 'imageUrl', 'pictures', 'specs'] as const).flatMap(
    (column) => {
      const cell = cellOf(column, parts)
      return cell === null
        ? []
        : [`${fileColumns[column]} ahora es «${cell.length > 80 ? `${cell.slice(0, 79)}…` : cell}»`]
    },
  )
  return `Otra persona lo cambió mientras tanto: ${told.join(', ')}.`
}
