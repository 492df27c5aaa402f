// A link to a row's story in the audit.
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useMay } from '#frontend/session.ts'

type Props = { of: string; label: string }

/** `of`: like `order-9`; `label`: its accessible name and tooltip. Renders nothing without access to the audit. */
export function HistoryLink({ of, label }: Props) {
  const may = useMay()
  if (!may('audit:read')) return null
  return (
    <Link
      to="/controlPanel"
      search={{ tab: 'auditoria', of }}
      aria-label={label}
      title={label}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-raised hover:text-text"
    >
      <History className="size-5" aria-hidden />
    </Link>
  )
}
