import { Archive, CircleCheck, CirclePause, Hammer, Hourglass, TriangleAlert, Unplug } from 'lucide-react'
import type { Subscription } from '#frontend/api.ts'
import { durationText } from './words.ts'

const tones = {
  ok: 'text-ok border-ok/40 bg-ok/10',
  warn: 'text-warn border-warn/40 bg-warn/10',
  bad: 'text-bad border-bad/40 bg-bad/10',
  busy: 'text-cyan border-cyan/40 bg-cyan/10',
  quiet: 'text-muted border-line bg-raised',
}

/** Tolerated lag in seconds. */
const usualLag = 60

/** The row's problem; null: none. */
export function troubleOf(row: Subscription): string | null {
  if (row.paused) return 'En pausa'
  if (row.fedBy === null) return 'Sin alimentar'
  if (row.parked > 0) return 'Con apartados'
  return row.lag > 0 && row.lagSeconds > usualLag ? 'Atrasada' : null
}

function lookOf(row: Subscription) {
  const trouble = troubleOf(row)
  if (row.state === 'building' && row.fedBy === null) return { name: 'Interrumpida', tone: tones.warn, Icon: Unplug }
  if (row.state === 'building') return { name: 'En construcción', tone: tones.busy, Icon: Hammer }
  if (row.state === 'ready') return { name: 'Lista, sin mostrar', tone: tones.busy, Icon: Hourglass }
  if (row.state === 'kept') {
    const left = row.keptSeconds ? `, ${durationText(row.keptSeconds)} más` : ''
    return { name: `Anterior${left}`, tone: tones.quiet, Icon: Archive }
  }
  if (row.paused) return { name: 'En pausa', tone: tones.warn, Icon: CirclePause }
  if (trouble) return { name: trouble, tone: tones.bad, Icon: TriangleAlert }
  return { name: 'En uso', tone: tones.ok, Icon: CircleCheck }
}

export function SubscriptionBadge({ row }: { row: Subscription }) {
  const { name, tone, Icon } = lookOf(row)
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-1 text-xs font-semibold whitespace-nowrap ${tone}`}
    >
      <Icon className="size-3.5" />
      {name}
    </span>
  )
}
