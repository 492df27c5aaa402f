import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { PanelAddress } from '#frontend/features/panel/panel-address.ts'

type Props = {
  title: string
  note?: string | undefined
  beside?: ReactNode
  /** In place of the content. */
  none?: string | false | null
  className?: string | undefined
  children: ReactNode
}

export function HomePart({ title, note, beside, none, className = '', children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`cut-lg flex min-w-0 flex-col border border-line bg-surface p-5 sm:p-6 ${className}`}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
        </div>
        {beside}
      </div>
      {none ? <p className="grid min-h-40 place-items-center text-center text-muted">{none}</p> : children}
    </section>
  )
}

export function PanelLink({ to, children }: { to: PanelAddress; children: ReactNode }) {
  return (
    <Link to="/controlPanel" search={to} className="underline-offset-4 hover:underline focus-visible:underline">
      {children}
    </Link>
  )
}
