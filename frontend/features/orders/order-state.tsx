// The states of an order in words and colour.
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Package,
  PackageCheck,
  RotateCcw,
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

/** What the history tells beside the states. */
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

/** How a step of the history is told; undefined for one that this page does not know. */
export function stepOf(name: string) {
  const steps: Readonly<
    Record<string, (typeof orderStates)[OrderState] | (typeof otherSteps)[keyof typeof otherSteps]>
  > = { ...orderStates, ...otherSteps }
  return Object.hasOwn(steps, name) ? steps[name] : undefined
}

/** A badge with the state's sign and name. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const { name, tone, Icon } = orderStates[state]
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full border px-3 py-1 text-sm font-semibold ${tone}`}>
      <Icon className="size-4" aria-hidden />
      {name}
    </span>
  )
}
