import { fileKeys, fromWire, type OnWire, type ProductParts, titleOf } from '#backend/domain/product/product-fields.ts'
import type { Rejection } from '#backend/domain/rejection.ts'
import { cellOf } from './import/product-cells.ts'

export function refusalText({ code, details }: Rejection): string {
  if (code === 'not_found') return 'El producto ya no está.'
  if (code === 'below_held_stock')
    return 'Hay unidades reservadas en compras en curso, o ya vendidas: el stock no puede quedar por debajo.'
  if (code === 'sku_in_use')
    return `El código ${String(details.sku)} ya es del producto Nº ${String(details.productId)}.`
  if (code === 'attributes_invalid')
    return (details.errors as { message: string }[]).map(({ message }) => message).join(' ')
  if (code !== 'product_changed') return 'El cambio no es posible en el estado actual.'
  const parts: ProductParts = fromWire((details.changed ?? {}) as OnWire<ProductParts>)
  const changes = fileKeys.flatMap((key) => {
    const cell = cellOf(key, parts)
    return cell === null ? [] : [`${titleOf(key)} ahora es «${cell.length > 80 ? `${cell.slice(0, 79)}…` : cell}»`]
  })
  return `Otra persona lo cambió mientras tanto: ${changes.join(', ')}.`
}
