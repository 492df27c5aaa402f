// Pending work, shown before all figures: each line links to its place.
import { Link } from '@tanstack/react-router'
import { CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { PanelAddress } from '#frontend/features/panel/panel-address.ts'
import { HomePart } from './part.tsx'

export type Exception = {
  Icon: LucideIcon
  title: string
  note: string
  to: PanelAddress
  each?: readonly { key: number | string; name: string; to: PanelAddress }[]
  isUrgent?: boolean
}

type Props = { exceptions: readonly Exception[]; isLoading: boolean; failed: readonly string[]; calm: string }

/** `failed`: parts that could not be loaded. `calm`: the text for an empty list. */
export function Exceptions({ exceptions, isLoading, failed, calm }: Props) {
  return (
    <HomePart title="Para atender">
      {failed.map((text) => (
        <p key={text} role="alert" className="mb-3 flex items-center gap-3 text-warn">
          <TriangleAlert className="size-5 shrink-0" />
          {text}
        </p>
      ))}
      {isLoading && <div role="status" aria-label="Cargando: Para atender" className="shimmer h-20" />}
      {!isLoading && exceptions.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-3 text-muted">
          <CircleCheck className="size-6 shrink-0 text-ok" />
          {calm}
        </p>
      )}
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {exceptions.map((exception) => (
          <ExceptionCard key={exception.note} exception={exception} />
        ))}
      </ul>
    </HomePart>
  )
}

function ExceptionCard({ exception: { Icon, title, note, to, each = [], isUrgent } }: { exception: Exception }) {
  return (
    <li className={`cut relative border bg-raised p-4 ${isUrgent ? 'border-bad/60' : 'border-line'}`}>
      <div className="flex gap-3">
        <Icon className={`mt-0.5 size-5 shrink-0 ${isUrgent ? 'text-bad' : 'text-warn'}`} />
        <div className="min-w-0">
          <Link
            to="/controlPanel"
            search={to}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
          <p className="mt-0.5 text-sm text-muted">{note}</p>
          {each.length > 0 && (
            <ul className="relative mt-2 flex flex-wrap gap-x-4">
              {each.map((one) => (
                <li key={one.key} className="min-w-0">
                  <Link
                    to="/controlPanel"
                    search={one.to}
                    className="inline-block max-w-full truncate py-0.5 align-top text-sm text-cyan underline-offset-4 hover:underline"
                  >
                    {one.name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </li>
  )
}
