import { auditActors } from '#backend/domain/audit/audit.limits.ts'

const names: Readonly<Record<string, string>> = {
  catalogue: 'Catálogo',
  carts: 'Carritos',
  orders: 'Órdenes',
  purchases: 'Compras',
  reviews: 'Reseñas',
  users: 'Clientes',
  synonyms: 'Sinónimos',
  delivery: 'Precios de envío',
  seller: 'Quién vende',
  price_settings: 'Ajustes de precios',
  schemas: 'Propiedades de categorías',
  transfer: 'Transferencia bancaria',
  daily_figures: 'Cifras por día',
  product_sales: 'Ventas por producto',
  payments_aside: 'Pagos apartados',
  deleted_reviews: 'Reseñas eliminadas',
  jobs: 'Trabajos',
}

/** Name of a projection, reactor or job kind; unknown ones keep their technical name. */
export function nameOf(machine: string): string {
  return names[machine] ?? jobText(machine) ?? machine
}

/** `cuenta Nº 7`, or the audit's name of the actor. */
export function actorText(actor: string): string {
  if (actor.startsWith('user:')) return `cuenta Nº ${actor.slice('user:'.length)}`
  return Object.hasOwn(auditActors, actor) ? auditActors[actor as keyof typeof auditActors] : actor
}

/** `Enviar un recibo`; null for an unknown job. */
export function jobText(job: string): string | null {
  const text = actorText(`job:${job}`).replace(/^Tarea: /, '')
  return text === `job:${job}` ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

export function countText(count: number): string {
  return count.toLocaleString('es-AR')
}

export function durationText(seconds: number): string {
  if (seconds < 10) return `${seconds.toLocaleString('es-AR', { maximumFractionDigits: 1 })} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `8 kB`, `1,4 GB`, in powers of 1000. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value.toLocaleString('es-AR', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${units[power]}`
}
