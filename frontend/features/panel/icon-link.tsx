import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { PanelAddress } from './panel-address.ts'

/** `label`: accessible name and tooltip. */
export function IconLink({ to, label, Icon }: { to: PanelAddress; label: string; Icon: LucideIcon }) {
  return (
    <Link
      to="/controlPanel"
      search={to}
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-text"
    >
      <Icon className="size-5" />
    </Link>
  )
}
