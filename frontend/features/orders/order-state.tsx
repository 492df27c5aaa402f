import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  Package,
  PackageCheck,
  RotateCcw,
  Store,
  TimerOff,
  Truck,
  Undo2,
} from 'lucide-react'
import type { OrderState } from '#frontend/api.ts'

const tones = {
  ok: 'text-ok border-ok/40 bg-ok/10',
  moving: 'text-cyan border-cyan/40 bg-cyan/10',
  warn: 'text-warn border-warn/40 bg-warn/10',
  bad: 'text-bad border-bad/40 bg-bad/10',
  over: 'text-muted border-line bg-raised',
} as const

const words = (name: string, tone: keyof typeof tones, Icon: LucideIcon, story: string) =>
  ({ name, tone: tones[tone], Icon, story }) as const
type Words = ReturnType<typeof words>

export const orderStates: Readonly<Record<OrderState, Words>> = {
  placed: words('Pendiente de pago', 'warn', Clock, 'Hiciste el pedido y apartamos tus productos.'),
  paid: words('Pagada', 'ok', CircleCheck, 'Recibimos tu pago.'),
  prepared: words('Preparada', 'ok', Package, 'Tus productos están listos para salir.'),
  shipped: words('En camino', 'moving', Truck, 'Despachamos tus productos.'),
  delivered: words('Entregada', 'ok', PackageCheck, 'Recibiste tus productos.'),
  ready_for_pickup: words(
    'Lista para retirar',
    'moving',
    Store,
    'Te esperamos en el local: traé el número de la orden y tu documento.',
  ),
  picked_up: words('Retirada', 'ok', PackageCheck, 'Retiraste tus productos en el local.'),
  rejected: words('Pago rechazado', 'bad', CircleX, 'El medio de pago rechazó la operación.'),
  expired: words('Vencida', 'over', TimerOff, 'Se terminó el tiempo para pagar y liberamos los productos.'),
  cancelled: words('Cancelada', 'over', Ban, 'La orden se canceló.'),
  refunded: words('Reembolsada', 'moving', RotateCcw, 'Te devolvimos el dinero.'),
}

/** Steps of the history that are not states. */
const otherSteps = {
  withdrawal_requested: words('Arrepentimiento', 'warn', Undo2, 'Pediste devolver la compra.'),
  partially_refunded: words('Devolución parcial', 'moving', RotateCcw, 'Te devolvimos una parte del dinero.'),
}

export type Staged = { state: OrderState } & ({ isPickup: boolean } | { shipping: object | null })

/** Pick-up orders announce readiness, not packing. */
const preparing = words(
  'En preparación',
  'ok',
  Package,
  'Estamos preparando tus productos. Te avisamos cuando los puedas retirar.',
)

export function wordsOf(order: Staged): Words {
  return stepOf(order, order.state) ?? orderStates[order.state]
}

/** Words for a step of the history; undefined for an unknown one. */
export function stepOf(order: Staged, step: string): Words | undefined {
  if (step === 'prepared' && isPickup(order)) return preparing
  const steps: Readonly<Record<string, Words>> = { ...orderStates, ...otherSteps }
  return Object.hasOwn(steps, step) ? steps[step] : undefined
}

export function isPickup(order: Staged): boolean {
  return 'isPickup' in order ? order.isPickup : order.shipping === null
}

export function OrderStateBadge({ order }: { order: Staged }) {
  const { name, tone, Icon } = wordsOf(order)
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full border px-3 py-1 text-sm font-semibold ${tone}`}>
      <Icon className="size-4" />
      {name}
    </span>
  )
}
