// The states of an order in words and colour.
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Package,
  PackageCheck,
  RotateCcw,
  Store,
  TimerOff,
  Truck,
  Undo2,
} from 'lucide-react'
import type { OrderState } from '#frontend/api.ts'

export const orderStates = {
  placed: {
    name: 'Pendiente de pago',
    tone: 'text-warn border-warn/40 bg-warn/10',
    Icon: Clock,
    story: 'Hiciste el pedido y apartamos tus productos.',
  },
  paid: { name: 'Pagada', tone: 'text-ok border-ok/40 bg-ok/10', Icon: CircleCheck, story: 'Recibimos tu pago.' },
  prepared: {
    name: 'Preparada',
    tone: 'text-ok border-ok/40 bg-ok/10',
    Icon: Package,
    story: 'Tus productos están listos para salir.',
  },
  shipped: {
    name: 'En camino',
    tone: 'text-cyan border-cyan/40 bg-cyan/10',
    Icon: Truck,
    story: 'Despachamos tus productos.',
  },
  delivered: {
    name: 'Entregada',
    tone: 'text-ok border-ok/40 bg-ok/10',
    Icon: PackageCheck,
    story: 'Recibiste tus productos.',
  },
  ready_for_pickup: {
    name: 'Lista para retirar',
    tone: 'text-cyan border-cyan/40 bg-cyan/10',
    Icon: Store,
    story: 'Te esperamos en el local: traé el número de la orden y tu documento.',
  },
  picked_up: {
    name: 'Retirada',
    tone: 'text-ok border-ok/40 bg-ok/10',
    Icon: PackageCheck,
    story: 'Retiraste tus productos en el local.',
  },
  rejected: {
    name: 'Pago rechazado',
    tone: 'text-bad border-bad/40 bg-bad/10',
    Icon: CircleX,
    story: 'El medio de pago rechazó la operación.',
  },
  expired: {
    name: 'Vencida',
    tone: 'text-muted border-line bg-raised',
    Icon: TimerOff,
    story: 'Se terminó el tiempo para pagar y liberamos los productos.',
  },
  cancelled: { name: 'Cancelada', tone: 'text-muted border-line bg-raised', Icon: Ban, story: 'La orden se canceló.' },
  refunded: {
    name: 'Reembolsada',
    tone: 'text-cyan border-cyan/40 bg-cyan/10',
    Icon: RotateCcw,
    story: 'Te devolvimos el dinero.',
  },
} as const satisfies Record<OrderState, unknown>

/** Steps of the history that are not states. */
const otherSteps = {
  withdrawal_requested: {
    name: 'Arrepentimiento',
    tone: 'text-warn border-warn/40 bg-warn/10',
    Icon: Undo2,
    story: 'Pediste devolver la compra.',
  },
  partially_refunded: {
    name: 'Devolución parcial',
    tone: 'text-cyan border-cyan/40 bg-cyan/10',
    Icon: RotateCcw,
    story: 'Te devolvimos una parte del dinero.',
  },
} as const

type Words = (typeof orderStates)[OrderState] | (typeof otherSteps)[keyof typeof otherSteps] | typeof preparing
/** An order's state and whether it is picked up. */
export type Staged = { state: OrderState } & ({ isPickup: boolean } | { shipping: object | null })

/** Pick-up orders announce readiness, not packing. */
const preparing = {
  name: 'En preparación',
  tone: 'text-ok border-ok/40 bg-ok/10',
  Icon: Package,
  story: 'Estamos preparando tus productos. Te avisamos cuando los puedas retirar.',
} as const

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
      <Icon className="size-4" aria-hidden />
      {name}
    </span>
  )
}
