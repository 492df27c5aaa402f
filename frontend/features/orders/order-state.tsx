// The states of an order in words and colour.
import { Ban, CircleCheck, CircleX, Clock, RotateCcw, TimerOff } from 'lucide-react'
import type { OrderState } from '#frontend/api.ts'

export const orderStates = {
  placed: {
    name: 'Pendiente de pago',
    tone: 'text-warn border-warn/40 bg-warn/10',
    Icon: Clock,
    story: 'Hiciste el pedido y apartamos tus productos.',
  },
  paid: { name: 'Pagada', tone: 'text-ok border-ok/40 bg-ok/10', Icon: CircleCheck, story: 'Recibimos tu pago.' },
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

/** The state that a text of the timeline names. */
export function isOrderState(text: string): text is OrderState {
  return Object.hasOwn(orderStates, text)
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
