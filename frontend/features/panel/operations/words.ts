// How the machinery is called in Spanish, and its numbers.
const names: Readonly<Record<string, string>> = {
  catalogue: 'Catálogo',
  carts: 'Carritos',
  orders: 'Órdenes',
  purchases: 'Compras',
  reviews: 'Reseñas',
  users: 'Clientes',
  synonyms: 'Sinónimos',
  delivery: 'Precios de envío',
  daily_figures: 'Cifras por día',
  product_sales: 'Ventas por producto',
  payments_aside: 'Pagos apartados',
  unmatched_payments: 'Pagos sin orden',
  deleted_reviews: 'Reseñas eliminadas',
  jobs: 'Trabajos',
}

/** What a projection or reactor is called; its own name if it is one that this page does not know. */
export function nameOf(subscription: string): string {
  return names[subscription] ?? subscription
}

/** `4.515` */
export function countText(count: number): string {
  return count.toLocaleString('es-AR')
}

/** `0,7 s`, `4 min`, `23 h`: a time long enough to be read at a glance. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${seconds.toLocaleString('es-AR', { maximumFractionDigits: 1 })} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `8 kB`, `1,4 GB`: of 1000 each, as disks are sold. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('es-AR', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[power]}`
}
